import { describe, expect, test } from 'bun:test'
import { render } from '@sluice/contract/messages/render'
import { scanJson } from '../../core/json/scan-json.ts'
import { createIssuedItems, hasReferences } from './issued-items.ts'

const call = { type: 'function_call', id: 'fc_1', name: 'look', arguments: '{}' }

function createBody(parsed: Record<string, unknown>) {
  const bytes = new TextEncoder().encode(JSON.stringify(parsed))
  const scan = scanJson(bytes)
  if (!scan.ok) throw new Error(render('en', 'reasons', scan.reason))
  return { bytes, fields: scan.fields }
}

describe('items that a client names by their id', () => {
  test('are inserted in their position, in the parsed form and in the bytes', async () => {
    const items = createIssuedItems(undefined)
    items.remember(1, call)
    const parsed = {
      model: 'm',
      input: [
        { type: 'item_reference', id: 'fc_1' },
        { role: 'user', content: 'go' },
      ],
    }
    const expanded = await items.expand(1, createBody(parsed), parsed)
    const expected = { model: 'm', input: [call, { role: 'user', content: 'go' }] }
    expect(expanded.parsed).toEqual(expected)
    expect(JSON.parse(new TextDecoder().decode(expanded.body.bytes))).toEqual(expected)
  })

  test('belong to the user: other users cannot refer to them', async () => {
    const items = createIssuedItems(undefined)
    items.remember(1, call)
    const parsed = { input: [{ type: 'item_reference', id: 'fc_1' }] }
    const body = createBody(parsed)
    const expanded = await items.expand(2, body, parsed)
    expect(expanded.body).toBe(body)
    expect(expanded.parsed).toBe(parsed)
  })

  test('do not expand a short body without limit', async () => {
    const items = createIssuedItems(undefined)
    items.remember(1, { ...call, arguments: 'x'.repeat(1_000_000) })
    const parsed = { input: Array.from({ length: 40 }, () => ({ type: 'item_reference', id: 'fc_1' })) }
    await expect(items.expand(1, createBody(parsed), parsed)).rejects.toMatchObject({ code: 'request_too_large' })
  })

  test('are distinguished from complete items', () => {
    expect(hasReferences({ input: [{ type: 'item_reference', id: 'fc_1' }] })).toBeTrue()
    expect(hasReferences({ input: [{ id: 'fc_1' }] })).toBeTrue()
    expect(hasReferences({ input: [call, { id: 'fc_1', role: 'user', content: 'x' }, null, 'text'] })).toBeFalse()
    expect(hasReferences({ input: 'text' })).toBeFalse()
    expect(hasReferences({ input: [{ type: 'item_reference', id: 'f'.repeat(201) }] })).toBeFalse()
  })
})
