import { expect, test } from 'bun:test'
import { depositOf } from '../../batches/batch-price.ts'
import { billableUse } from '../../core/billing/billable.ts'
import { chargeOf } from '../../core/billing/charge.ts'
import { always, byRatio } from '../../core/billing/test-prices.ts'
import { readRefusal } from '../../core/test-failures.ts'
import { noUsage } from '../../core/usage/usage.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { openAnswersMax, openAnswerTokens, unknownOutputTokens } from './open-answers.ts'

const channel = (modelMapping: Record<string, string>) =>
  ({ modelMapping: new Map(Object.entries(modelMapping)) }) as unknown as ChannelState

test('a known model deposits its own limit, by its name at the channel', () => {
  expect(openAnswerTokens('gpt-4o', 50_000, [channel({})])).toBe(16_384)
  expect(openAnswerTokens('mine', 50_000, [channel({ mine: 'gpt-4o-2024-11-20' })])).toBe(16_384)
  expect(openAnswerTokens('gpt-4o', 1, [channel({}), channel({ 'gpt-4o': 'gpt-5.4' })])).toBe(128_000)
})

test('an unknown model may leave few answers open', () => {
  expect(openAnswerTokens('mine', 0, [channel({})])).toBe(0)
  expect(openAnswerTokens('mine', openAnswersMax, [channel({})])).toBe(unknownOutputTokens)
  const refusal = readRefusal(() => openAnswerTokens('mine', openAnswersMax + 1, [channel({})]))
  expect(refusal).toMatchObject({ code: 'invalid_request' })
  expect(openAnswerTokens('gpt-4.1', 3, [channel({}), channel({ 'gpt-4.1': 'mine' })])).toBe(32_768)
})

test('the deposit covers the longest answers to a thousand requests without a limit', () => {
  const price = always(byRatio({ ratio: 1, completionRatio: 4, factor: 0.5 }))
  const terms = { price, groupRatio: 1, quotaPerUnit: 500_000 }
  const share = { requests: 1_000, inputTokens: 8_000, outputTokens: 0, openAnswers: 1_000, longest: 8 }
  const eachOpen = openAnswerTokens('gpt-4o', share.openAnswers, [channel({})])
  const deposit = depositOf(share, { ...terms, openAnswerTokens: eachOpen })
  const answer = billableUse({ ...noUsage, inputText: 8, outputText: 16_384 })
  expect(Number(deposit)).toBeGreaterThanOrEqual(1_000 * Number(chargeOf(answer, price, terms).quota))
})
