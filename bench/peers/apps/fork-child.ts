process.on('message', ({ text }: { text: string }) => {
  process.send?.({ text, length: text.length })
})
