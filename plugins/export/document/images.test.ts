import { expect, it } from 'vitest'
import { imageSize } from './images.ts'

const svg = (inner: string, head = 'width="40" height="20"') => ({
  kind: 'svg' as const,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" ${head}>${inner}</svg>`,
})

it('a drawing passes, whatever words it shows', () => {
  const words = `<text aria-label="&lt;img onerror=alert(1)&gt; href=http://x">onload=x url(http://x) &lt;script&gt;</text>`
  expect(imageSize(svg(`<rect fill="url(#a)"/>${words}<use href="#b"/>`))).toEqual({ width: 40, height: 20 })
  expect(imageSize(svg('', 'viewBox="0 0 30 10"'))).toEqual({ width: 30, height: 10 })
})

it.each([
  '<script>alert(1)</script>',
  '<svg:script/>',
  '<rect onload="alert(1)"/>',
  '<use href="http://example.com/#a"/>',
  '<use xlink:href="file:///etc/passwd"/>',
  '<rect fill="url(http://example.com/a)"/>',
  '<image href="#a"/>',
  '<style>@import "http://example.com"</style>',
  '<!DOCTYPE svg [<!ENTITY x "y">]>',
  '<![CDATA[<script/>]]>',
  '<rect fill=red onload=x />',
])('a drawing with %s does not', inner => {
  expect(imageSize(svg(inner))).toBeNull()
})

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

it('a picture is whole, or none', () => {
  expect(imageSize({ kind: 'png', bytes: pixel })).toEqual({ width: 1, height: 1 })
  expect(imageSize({ kind: 'png', bytes: pixel.subarray(0, 60) })).toBeNull()
  const spoilt = Buffer.from(pixel)
  spoilt[45]! ^= 1
  expect(imageSize({ kind: 'png', bytes: spoilt })).toBeNull()
})

it('a file that only begins like a picture is none', () => {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  expect(imageSize({ kind: 'png', bytes })).toBeNull()
})
