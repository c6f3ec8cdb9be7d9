import { describe, expect, test } from 'bun:test'
import { fitEffortNone, fitTo, thinkingDisabled, within } from './fit-body.ts'

describe('a body in the dialect of a host', () => {
  test('renames fields, unless the body already has the other name', () => {
    const dialect = { rename: { seed: 'random_seed' } }
    expect(fitTo(dialect, { seed: 1 })).toEqual({ set: { random_seed: 1 }, remove: ['seed'], lost: [] })
    expect(fitTo(dialect, { seed: 1, random_seed: 2 })).toEqual({ set: {}, remove: ['seed'], lost: [] })
  })

  test('omits fields that the host refuses, and reports them', () => {
    expect(fitTo({ refuses: ['user', 'store'] }, { user: 'u', n: 1 })).toEqual({
      set: {},
      remove: ['user'],
      lost: ['user'],
    })
  })

  test('has values within the host’s range, also under the new name', () => {
    const dialect = { rename: { a: 'b' }, values: { temperature: within(0, 1), b: within(0, 2) } }
    expect(fitTo(dialect, { temperature: 1.7, a: 5 }).set).toEqual({ temperature: 1, b: 2 })
    expect(fitTo(dialect, { temperature: 0.5 }).set).toEqual({})
    expect(fitTo(dialect, { temperature: 'hot' }).set).toEqual({})
  })

  test('keeps null where the host knows the field, and leaves it out without a report where it does not', () => {
    const dialect = { refuses: ['user'], rename: { seed: 'random_seed' } }
    const empty = { user: null, seed: null, temperature: null, top_p: undefined }
    expect(fitTo(dialect, empty)).toEqual({ set: {}, remove: ['user', 'seed'], lost: [] })
  })

  test('disables thinking by the host’s field, unless the caller set it', () => {
    const off = { thinking: { type: 'disabled' } }
    expect(fitEffortNone({ reasoning_effort: 'none' }, thinkingDisabled)).toEqual({
      set: off,
      remove: ['reasoning_effort'],
      lost: [],
    })
    expect(fitEffortNone({ reasoning_effort: 'none', ...off }, thinkingDisabled).set).toEqual({})
    expect(fitEffortNone({ reasoning_effort: 'low' }, thinkingDisabled).remove).toEqual([])
  })
})
