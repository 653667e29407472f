/** What a document says by itself, whatever it is made of. It is English in every language of the content. */
export const fixedWords = {
  contents: 'Contents',
  signatures: 'Signatures',
  signedBy: 'Signed electronically by',
  reason: 'Reason',
  place: 'Place',
  date: 'Date',
  version: 'Version',
  reference: 'Reference',
}
