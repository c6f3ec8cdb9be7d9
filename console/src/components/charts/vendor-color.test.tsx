import { expect, test } from 'bun:test'
import { theme } from 'antd'
import { buildTheme } from '../../app/theme.ts'
import { hueOf, knownHues, stepsOfVendor, vendorColor } from './vendor-color.ts'

const others = [
  'Acme',
  'inclusionai',
  'upstage',
  'liquid',
  'nous',
  'arcee',
  'ai21',
  'reka',
  'writer',
  'kwaipilot',
  'thudm',
]
const vendors = ['openai', 'anthropic', 'google', 'deepseek', 'alibaba', 'moonshot', 'zhipu', 'xai', 'meta', 'Acme', '']
const steps = Array.from({ length: stepsOfVendor }, (_, step) => step)

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each(['light', 'dark'] as const)('every colour is seen on the surfaces of the %s theme', (mode) => {
  const seed = { ...buildTheme(mode).token }
  const map = buildTheme(mode).algorithm
  if (typeof map !== 'function') throw new Error('the theme has one algorithm')
  const { colorBgContainer, colorBgLayout } = map({ ...theme.defaultSeed, ...seed })
  for (const vendor of [...vendors, ...others])
    for (const step of steps)
      for (const surface of [colorBgContainer, colorBgLayout]) {
        const color = vendorColor(vendor, mode, step)
        expect(contrast(color, surface), `${vendor} ${step} ${color} on ${surface}`).toBeGreaterThanOrEqual(3)
      }
})

test('white letters are readable on a maker’s colour', () => {
  for (const vendor of [...vendors, ...others])
    expect(contrast(vendorColor(vendor, 'light'), '#ffffff'), vendor).toBeGreaterThan(4.5)
})

test('models of one maker differ, and so do makers', () => {
  for (const mode of ['light', 'dark'] as const) {
    const all = vendors.flatMap((vendor) => steps.map((step) => vendorColor(vendor, mode, step)))
    expect(new Set(all).size).toBe(all.length)
  }
})

test('makers that are not known have hues of their own: spread, by name alone, and no browns', () => {
  const found = others.map(hueOf)
  expect(others.map(hueOf)).toEqual(found)
  expect(hueOf('ACME')).toBe(hueOf('Acme'))
  for (const hue of found) {
    expect(hue).toBeGreaterThan(110)
    for (const known of knownHues) expect(Math.abs(known - hue)).toBeGreaterThanOrEqual(4)
  }
  const many = Array.from({ length: 300 }, (_, index) => hueOf(`maker ${index}`))
  for (const third of [110, 190, 270]) {
    const share = many.filter((hue) => hue >= third && hue < third + 85).length / many.length
    expect(share, `from ${third}`).toBeGreaterThan(0.15)
  }
})
