import { expect, test } from 'bun:test'
import { forwardedBody } from './forwarded-body.ts'

const plain = { MjAccountFilterEnabled: false, MjModeClearEnabled: false }
const filtered = { ...plain, MjAccountFilterEnabled: true }
const cleared = { ...plain, MjModeClearEnabled: true }
const imagine = { action: 'IMAGINE', isFollowUp: false, mode: null } as const
const body = {
  prompt: 'a cat --turbo --ar 3:2',
  accountFilter: { modes: ['TURBO'], remark: 'x' },
  notifyHook: 'https://me.example',
}

test('without a mode the prompt of the caller is kept, and options decide on modes and filters', () => {
  expect(forwardedBody(body, imagine, plain)).toEqual({ prompt: body.prompt })
  expect(forwardedBody(body, imagine, cleared)).toEqual({ prompt: 'a cat --ar 3:2' })
  expect(forwardedBody(body, imagine, filtered)).toEqual({
    prompt: body.prompt,
    accountFilter: body.accountFilter,
  })
})

test('a mode replaces the one in the prompt and in the filter', () => {
  const relaxed = { ...imagine, mode: 'relax' } as const
  expect(forwardedBody(body, relaxed, plain)).toEqual({ prompt: 'a cat --ar 3:2 --relax' })
  expect(forwardedBody(body, relaxed, filtered)).toEqual({
    prompt: 'a cat --ar 3:2 --relax',
    accountFilter: { modes: ['RELAX'], remark: 'x' },
  })
  expect(forwardedBody({ base64Array: [] }, { ...relaxed, action: 'BLEND' }, filtered)).toEqual({
    base64Array: [],
    accountFilter: { modes: ['RELAX'] },
  })
})

test('no mode is added if the operator clears modes, or to an action without a mode', () => {
  const relaxed = { ...imagine, mode: 'relax' } as const
  expect(forwardedBody(body, relaxed, cleared)).toEqual({ prompt: 'a cat --ar 3:2' })
  expect(forwardedBody(body, { ...relaxed, action: 'SHORTEN' }, plain)).toEqual({ prompt: 'a cat --ar 3:2' })
})

test('a follow-up keeps the account of its task', () => {
  const followUp = { action: 'UPSCALE', isFollowUp: true, mode: 'relax' } as const
  expect(forwardedBody({ taskId: '1' }, followUp, filtered)).toEqual({ taskId: '1' })
})
