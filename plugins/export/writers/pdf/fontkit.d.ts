// The package has no types of its own. This is what is used here.
declare module 'fontkit' {
  export function openSync(path: string): { characterSet: number[] }
}
