/** What the server knew when it wrote the page. */
export interface Boot {
  signed_in: boolean
  setup_required: boolean
}

/** Null: the page does not come from the server's plugin, as while it is developed. */
export const boot: Boot | null = readBoot()

function readBoot(): Boot | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="svc-boot"]')?.content
  return content === undefined ? null : (JSON.parse(content) as Boot)
}
