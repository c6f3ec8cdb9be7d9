import { describe, expect, test } from 'bun:test'
import { buildOptionValues } from '../state/option-values.ts'
import { compareModels } from './compare-models.ts'

const options = buildOptionValues(new Map(), () => {})

describe('comparing the models of a channel with those of its upstream', () => {
  const compare = (
    models: string[],
    listed: string[],
    { mapping = {}, ignored = [] }: { mapping?: Record<string, string>; ignored?: string[] } = {},
  ) =>
    compareModels(
      { models: new Set(models), modelMapping: new Map(Object.entries(mapping)) },
      { listed, ignored, options },
    )

  test('finds new and missing models, each in the order of their list', () => {
    expect(compare(['gone', 'a', 'old'], ['c', 'a', 'b'])).toEqual({
      added: ['c', 'b'],
      removed: ['gone', 'old'],
    })
  })

  test('a mapped name is not missing, and its target is not new', () => {
    expect(compare(['fast'], ['up-fast-2026', 'b'], { mapping: { fast: 'up-fast-2026' } })).toEqual({
      added: ['b'],
      removed: [],
    })
  })

  test('ignored names and patterns are not offered', () => {
    const ignored = ['b', 'regex:^text-', 'regex:(']
    expect(compare(['a'], ['a', 'b', 'text-1', 'c', 'regex:('], { ignored }).added).toEqual(['c'])
  })

  test('a name with a thinking suffix is not missing while its base is listed', () => {
    expect(compare(['claude-sonnet-4-6-thinking'], ['claude-sonnet-4-6', 'x']).removed).toEqual([])
    expect(compare(['claude-sonnet-4-6-thinking'], ['x']).removed).toEqual(['claude-sonnet-4-6-thinking'])
  })

  test('a pattern for the beginning of names is missing if no listed name matches', () => {
    expect(compare(['gpt-*', 'mj_*'], ['gpt-4o']).removed).toEqual(['mj_*'])
  })
})
