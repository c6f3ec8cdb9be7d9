import { expect, test } from 'bun:test'
import { mapResponsesState } from './map-state.ts'

const thought = (encrypted_content?: string) => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [],
  ...(encrypted_content !== undefined && { encrypted_content }),
})
const question = { role: 'user', content: 'Hello' }

test('a body with usable state is unchanged', () => {
  expect(mapResponsesState({ input: 'Hello' }, () => undefined)).toBeNull()
  expect(mapResponsesState({ input: [question, thought('a')] }, (state) => state)).toBeNull()
})

test('thoughts of another account are removed, stored ones too', () => {
  const input = [question, thought('a'), thought(), { type: 'function_call', call_id: 'c' }, thought('b')]
  const mapped = mapResponsesState({ input }, (state, index) => (index < 4 ? undefined : state))
  expect(mapped).toEqual({ input: [question, input[3], input[4]] })
})

test('`change` gets the state without its prefix', () => {
  const seen: string[] = []
  const input = [thought('redacted:x'), thought('call:y'), thought('z')]
  const mapped = mapResponsesState({ input }, (state) => {
    seen.push(state)
    return state === 'y' ? 'Y' : state
  })
  expect(seen).toEqual(['x', 'y', 'z'])
  expect(mapped).toEqual({ input: [input[0], thought('call:Y'), input[2]] })
})
