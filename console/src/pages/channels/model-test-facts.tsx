import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import { responseTone } from './channel-state.ts'
import css from './channel-test.module.css'
import type { TestEntry } from './model-test-run.ts'

/** The result of a test as a tag. */
export function TestStateTag({ entry }: { entry: TestEntry | undefined }) {
  const { t } = useTranslation('channel-checks')
  if (entry === undefined) return null
  const { state, result } = entry
  if (state === 'waiting' || state === 'running') return <ColorTag color="neutral">{t(`test.state.${state}`)}</ColorTag>
  const tone = state === 'failed' ? 'red' : state === 'passed' ? responseTone(result?.ms ?? 0) : 'neutral'
  return <ColorTag color={tone}>{t(`test.state.${state}`)}</ColorTag>
}

/** Why a test failed or did not run. */
export function TestReason({ entry }: { entry: TestEntry | undefined }) {
  const result = entry?.result
  if (result === undefined || result.ok) return null
  return <p className={entry?.state === 'failed' ? css.reason : css.unsaid}>{result.message}</p>
}

export const testFacts = ['total', 'firstToken', 'speed', 'tokens', 'cost'] as const
export type TestFact = (typeof testFacts)[number]

/** Formats a measured value of a test; null if it is unknown. */
export function useTestFact(): (fact: TestFact, entry: TestEntry | undefined) => ReactNode {
  const { t } = useTranslation('channel-checks')
  return (fact, entry) => {
    const result = entry?.result
    if (result === undefined || entry?.state === 'untested') return null
    const { figures, ms } = result
    if (fact === 'total') return formatDuration(ms)
    if (fact === 'firstToken') return isKnown(figures.first_token) ? formatDuration(figures.first_token * 1_000) : null
    if (fact === 'speed')
      return isKnown(figures.tokens_per_second)
        ? t('test.perSecond', { number: formatSpeed(figures.tokens_per_second) })
        : null
    if (fact === 'tokens')
      return isKnown(figures.prompt_tokens) && isKnown(figures.completion_tokens)
        ? `${formatNumber(figures.prompt_tokens)} + ${formatNumber(figures.completion_tokens)}`
        : null
    const cost = figures.cost_quota ?? figures.quota
    return isKnown(cost) ? <QuotaText value={cost} style="call" /> : null
  }
}

/** Shows one decimal only at low speeds. */
const formatSpeed = (perSecond: number): string => formatNumber(perSecond, perSecond < 100 ? 1 : 0)

const isKnown = (value: number | null | undefined): value is number => value !== null && value !== undefined
