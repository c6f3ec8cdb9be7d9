import { expect, test } from 'bun:test'
import { channelTypes } from '@sluice/contract/channel-types'
import { visit } from '../../../test/visit.tsx'
import { brandLogos } from './brand-logos.ts'
import { type Branded, brandOf } from './brand-of.ts'
import { VendorMark } from './vendor-mark.tsx'

test.each<[Branded, string]>([
  [{ model: 'claude-sonnet-4-6' }, 'anthropic'],
  [{ vendor: 'OpenAI' }, 'openai'],
  [{ vendor: '智谱' }, 'zhipu'],
  [{ vendor: 'Black Forest Labs' }, 'black-forest-labs'],
  [{ vendor: 'Acme', model: 'gpt-4o' }, 'acme'],
  [{ channelType: 33 }, 'bedrock'],
  [{ channelType: 8 }, ''],
  [{ vendor: 'constructor' }, 'constructor'],
  [{}, ''],
])('the brand of %j is %p', (named, brand) => expect(brandOf(named)).toBe(brand))

test('every type of channel with a brand has its logo', () => {
  const brands = channelTypes.map(({ id }) => brandOf({ channelType: id })).filter((brand) => brand !== '')
  expect(brands.length).toBeGreaterThan(30)
  expect(brands.filter((brand) => !Object.hasOwn(brandLogos, brand))).toEqual([])
})

test('the operator’s picture goes before the logo, and the letter is for those without one', async () => {
  await visit(
    <>
      <VendorMark vendor="openai" icon="https://example.com/own.png" />
      <VendorMark vendor="openai" icon="OpenAI.Color" />
      <VendorMark vendor="（天工）" />
      <VendorMark vendor="—" />
    </>,
  )
  const pictures = [...document.querySelectorAll('img')]
  expect(pictures.map((picture) => picture.getAttribute('src')?.split('/').at(-1))).toEqual(['own.png', 'openai.svg'])
  // Drawn in black: inverted on dark surfaces, which a picture of the operator must not be.
  expect(pictures.map((picture) => picture.dataset.black)).toEqual(['false', 'true'])
  expect([...document.querySelectorAll('svg text')].map((text) => text.textContent)).toEqual(['天'])
})
