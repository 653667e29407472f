import type { Call } from '../../core/call.ts'
import type { Answer } from '../../core/operations.ts'
import type { RequestOptions } from '../../core/transport/options.ts'
import { Resource } from '../../core/resource.ts'
import { checkContent, fileForm } from '../../core/transport/multipart.ts'
import type { FileField } from '../../core/transport/multipart.ts'

const certificates = '/api/export/certificates'

/** What signs the PDF files of the workspace; for admins. */
export class Certificates extends Resource {
  list(options?: RequestOptions): Call<Answer<'listSigningCertificates'>> {
    return this.ask<'listSigningCertificates'>('GET', certificates, { options })
  }

  /** Signs with the key and certificate of a PKCS #12 file from now on. */
  add(
    file: FileField['content'],
    { password, name }: { password: string; name?: string },
    options?: RequestOptions,
  ): Call<Answer<'addSigningCertificate'>> {
    checkContent(file)
    const content = fileForm({ content: file }, { password, name })
    return this.ask<'addSigningCertificate'>('POST', certificates, { content, options })
  }

  activate(certificate_id: string, options?: RequestOptions): Call<Answer<'activateSigningCertificate'>> {
    const parts = { path: { certificate_id }, body: { active: true }, options } as const
    return this.ask<'activateSigningCertificate'>('PATCH', `${certificates}/{certificate_id}`, parts)
  }

  delete(certificate_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', `${certificates}/{certificate_id}`, { path: { certificate_id }, options })
  }
}

/** The keys that exports are signed with. */
export class Keys extends Resource {
  list(options?: RequestOptions): Call<Answer<'listSigningKeys'>> {
    return this.ask<'listSigningKeys'>('GET', '/api/export/keys', { options })
  }

  /** Signs manifests with a new key from now on. */
  rotate(options?: RequestOptions): Call<Answer<'rotateSigningKey'>> {
    return this.ask<'rotateSigningKey'>('POST', '/api/export/keys/rotate', { options })
  }
}
