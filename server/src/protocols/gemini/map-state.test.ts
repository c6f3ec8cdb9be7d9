import { expect, test } from 'bun:test'
import { lostSignature } from '../../core/chat/lost-signature.ts'
import { mapGeminiState } from './map-state.ts'

const user = { role: 'user', parts: [{ text: 'hi' }] }
const body = {
  contents: [
    user,
    {
      role: 'model',
      parts: [
        { text: 'Hm.', thought: true, thoughtSignature: 'a' },
        { functionCall: { name: 'f' }, thought_signature: 'b' },
        { text: '', thoughtSignature: 'c' },
      ],
    },
    user,
  ],
}
const requiringSignatures = { needsSignatures: true }

test('removed signatures leave a placeholder where a call requires one', () => {
  const parts = (rules: { needsSignatures: boolean }) => {
    const { contents } = mapGeminiState(body, () => undefined, rules) ?? {}
    return (contents as { parts: unknown[] }[])[1]?.parts
  }
  const thought = { text: 'Hm.', thought: true }
  expect(parts(requiringSignatures)).toEqual([
    thought,
    { functionCall: { name: 'f' }, thoughtSignature: lostSignature },
  ])
  expect(parts({ needsSignatures: false })).toEqual([thought, { functionCall: { name: 'f' } }])
})

test('a turn with only a signature keeps some content', () => {
  const alone = { contents: [user, { role: 'model', parts: [{ text: '', thoughtSignature: 'c' }] }] }
  expect(mapGeminiState(alone, () => undefined, requiringSignatures)).toEqual({
    contents: [user, { role: 'model', parts: [{ text: '...' }] }],
  })
})

test('unchanged state is not rewritten, and `change` gets the index of the message', () => {
  expect(mapGeminiState(body, (state) => state, requiringSignatures)).toBeNull()
  expect(mapGeminiState({ contents: [user] }, () => undefined, requiringSignatures)).toBeNull()
  const seen: number[] = []
  const record = (state: string, index: number) => {
    seen.push(index)
    return state
  }
  mapGeminiState(body, record, requiringSignatures)
  expect(seen).toEqual([1, 1, 1])
})
