import { expect, test } from 'bun:test'
import { chatFaults, lacksPlaceholders, moved, parseChatPresets, writeChatPresets } from './chat-presets.ts'

const text = '[{"A":"https://a.example/#k={key}&u={address}"},{"B":"opencat://join?key={key}"}]'
const parsed = parseChatPresets(text)
const presets = parsed.ok ? parsed.value : []

test('the list survives a round trip', () => {
  expect(presets.map(({ name }) => name)).toEqual(['A', 'B'])
  expect(JSON.parse(writeChatPresets(presets))).toEqual(JSON.parse(text))
})

test('an entry may hold several clients', () => {
  const several = parseChatPresets('[{"A":"https://a","B":"https://b"}]')
  expect(several.ok && several.value.length).toBe(2)
})

test('other values are refused with their position', () => {
  expect(parseChatPresets('[')).toEqual({ ok: false, fault: { kind: 'json' } })
  expect(parseChatPresets('{}')).toEqual({ ok: false, fault: { kind: 'value', at: '' } })
  expect(parseChatPresets('[{"A":"x"},{"B":1}]')).toEqual({ ok: false, fault: { kind: 'value', at: '2' } })
  expect(parseChatPresets('["A"]')).toEqual({ ok: false, fault: { kind: 'value', at: '1' } })
})

test('each preset has a unique name and an address that runs no script', () => {
  const faults = chatFaults([
    { name: 'A', url: 'https://a' },
    { name: ' ', url: 'https://a' },
    { name: 'A ', url: 'https://b' },
    { name: 'C', url: '' },
    { name: 'D', url: 'www.example.com' },
    { name: 'E', url: 'JavaScript:alert(1)' },
    { name: 'F', url: 'cherrystudio://providers?v={address}' },
  ])
  expect(faults).toEqual([null, 'nameRequired', 'nameTaken', 'urlRequired', null, 'runsScript', null])
})

test('an address without placeholders is reported', () => {
  expect(lacksPlaceholders({ name: 'A', url: 'https://a' })).toBe(true)
  expect(lacksPlaceholders({ name: 'A', url: 'https://a?{key}' })).toBe(false)
  expect(lacksPlaceholders({ name: 'A', url: ' ' })).toBe(false)
})

test('an entry moves by one and stays at the ends', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
