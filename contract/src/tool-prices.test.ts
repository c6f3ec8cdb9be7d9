import { expect, test } from 'bun:test'
import { toolPriceSetting } from './tool-prices.ts'

test('a flat list of prices is read as tables by tool', () => {
  expect(
    toolPriceSetting.parse({
      web_search: 10,
      web_search_preview: 12,
      'web_search_preview:gpt-4o*': 25,
      'file_search:gpt-4.1': 3,
      image_generation: 150,
      container_4g: { default: 120 },
    }),
  ).toEqual({
    // An entry under the tool's own name takes precedence over one under another name.
    web_search: { default: 10, 'gpt-4o': 25 },
    file_search: { 'gpt-4.1': 3 },
    image_generation: { default: 150 },
    container_4g: { default: 120 },
  })
})

test('tables and flat entries of one tool add up', () => {
  const mixed = { container_1g: 30, 'container_1g:gpt-6*': 40 }
  expect(toolPriceSetting.parse(mixed)).toEqual({ container_1g: { default: 30, 'gpt-6': 40 } })
  expect(toolPriceSetting.parse({ 'web_search:o3': 11, web_search: { default: 10 } })).toEqual({
    web_search: { default: 10, o3: 11 },
  })
})
