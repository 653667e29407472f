import { assertNoBodyFaults, UnprocessableError } from '@svc/plugin'
import type { FieldError } from '@svc/plugin'
import type { ExportOrder } from '@svc/plugin/contracts/export'

export const mostItems = 200

/** What its schema cannot say. @throws ValidationError with all faults, UnprocessableError `export_limit` */
export function checkOrder({ items, sign, format }: ExportOrder): void {
  if (items.length > mostItems) {
    const message = `An export has at most ${mostItems} items; these are ${items.length}. Make several.`
    throw new UnprocessableError('export_limit', message)
  }
  const faults: FieldError[] = []
  for (const [index, { type, id, content }] of items.entries()) {
    const at = `/items/${index}`
    if (type === 'markdown') {
      if (content === undefined)
        faults.push({ path: `${at}/content`, message: 'is missing: it is the text in Markdown' })
      if (id !== undefined) faults.push({ path: `${at}/id`, message: 'does not belong to the type markdown' })
    } else {
      if (id === undefined) faults.push({ path: `${at}/id`, message: 'is missing: it is the id of the record' })
      if (content !== undefined) faults.push({ path: `${at}/content`, message: 'belongs to the type markdown alone' })
    }
  }
  if (sign?.pdf === true && format !== 'pdf')
    faults.push({
      path: '/sign/pdf',
      message: `needs the format pdf, and this is ${format}; any format can have sign.manifest`,
    })
  if (sign !== undefined && sign.pdf !== true && sign.manifest !== true)
    faults.push({ path: '/sign', message: 'says nothing that is signed: set pdf, manifest or both to true' })
  if (sign?.visible === true && sign.pdf !== true)
    faults.push({ path: '/sign/visible', message: 'needs sign.pdf: it shows the signature in the PDF' })
  assertNoBodyFaults(faults)
}
