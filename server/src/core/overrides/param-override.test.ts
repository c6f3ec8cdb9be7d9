import { describe, expect, test } from 'bun:test'
import { applyParamOverride, parseParamOverride } from './param-override.ts'

const context = { model: 'alias', upstreamModel: 'gpt-5-mini' }
const body = { model: 'gpt-5-mini', temperature: 1, generation: { top_p: 0.5 }, tools: [{ a: 1 }, { a: 2 }] }

const changes = (override: Record<string, unknown>) => {
  const parsed = parseParamOverride(override)
  return parsed && applyParamOverride(parsed, body, context)
}
const operate = (...operations: object[]) => changes({ operations })

test('without operations each key is a top-level field, dots included', () => {
  expect(changes({ temperature: 0, 'a.b': 1 })).toEqual({ temperature: 0, 'a.b': 1 })
  expect(changes({ operations: ['not', 'operations'] })).toEqual({ operations: ['not', 'operations'] })
  expect(changes({ operations: [] })).toEqual({ operations: [] })
})

describe('operations', () => {
  test('set a field by its dotted path and keep what is beside it', () => {
    expect(operate({ mode: 'set', path: 'generation.seed', value: 7 })).toEqual({
      generation: { top_p: 0.5, seed: 7 },
    })
    expect(operate({ mode: 'set', path: 'a.b.c', value: null })).toEqual({ a: { b: { c: null } } })
    expect(operate({ mode: 'set', path: 'tools.-1.a', value: 9 })).toEqual({ tools: [{ a: 1 }, { a: 9 }] })
    expect(operate({ mode: 'set', path: 'x\\.y', value: 1 })).toEqual({ 'x.y': 1 })
  })

  test('set a default only where the field is absent', () => {
    expect(operate({ mode: 'set', path: 'temperature', value: 0, keep_origin: true })).toEqual({})
    expect(operate({ mode: 'set', path: 'seed', value: 0, keep_origin: true })).toEqual({ seed: 0 })
  })

  test('delete, copy and move', () => {
    const removed = operate({ mode: 'delete', path: 'temperature' })
    expect(Object.entries(removed ?? {})).toEqual([['temperature', undefined]])
    expect(operate({ mode: 'delete', path: 'generation.top_p' })).toEqual({ generation: {} })
    expect(operate({ mode: 'delete', path: 'tools.0' })).toEqual({ tools: [{ a: 2 }] })
    expect(operate({ mode: 'copy', from: 'generation.top_p', to: 'top_p' })).toEqual({ top_p: 0.5 })
    expect(operate({ mode: 'move', from: 'generation.top_p', to: 'top_p' })).toEqual({
      generation: {},
      top_p: 0.5,
    })
    expect(operate({ mode: 'move', from: 'absent', to: 'top_p' })).toEqual({})
  })

  test('come after the plain fields, in their order', () => {
    const operations = [
      { mode: 'copy', from: 'temperature', to: 'heat' },
      { mode: 'set', path: 'temperature', value: 3 },
    ]
    expect(changes({ temperature: 2, operations })).toEqual({ temperature: 3, heat: 2 })
  })

  test('leave the body of the call as it is', () => {
    const before = JSON.stringify(body)
    operate({ mode: 'set', path: 'tools.0.a', value: 5 }, { mode: 'delete', path: 'generation.top_p' })
    expect(JSON.stringify(body)).toBe(before)
  })

  test('are left out where they are unknown or would change a prototype', () => {
    expect(operate({ mode: 'explode', path: 'a' }, { mode: 'set', path: '__proto__.x', value: 1 })).toEqual({})
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

describe('conditions', () => {
  const set = (more: object) => operate({ mode: 'set', path: 'x', value: 1, ...more })
  const met = { x: 1 }
  test.each([
    [{ conditions: { model: 'gpt-5-mini' } }, met],
    [{ conditions: { original_model: 'alias' } }, met],
    [{ conditions: { upstream_model: 'other' } }, {}],
    [{ conditions: [{ path: 'model', mode: 'prefix', value: 'gpt-5' }] }, met],
    [{ conditions: [{ path: 'model', mode: 'suffix', value: '-nano' }] }, {}],
    [{ conditions: [{ path: 'model', mode: 'contains', value: 'mini', invert: true }] }, {}],
    [{ conditions: [{ path: 'temperature', mode: 'gte', value: 1 }] }, met],
    [{ conditions: [{ path: 'temperature', mode: 'lt', value: 1 }] }, {}],
    [{ conditions: [{ path: 'absent', value: 1 }] }, {}],
    [{ conditions: [{ path: 'absent', value: 1, pass_missing_key: true }] }, met],
    [{ conditions: { temperature: 1, model: 'other' } }, met],
    [{ conditions: { temperature: 1, model: 'other' }, logic: 'AND' }, {}],
  ])('with %j the operation changes the body to %j', (more, expected) => expect(set(more)).toEqual(expected))
})
