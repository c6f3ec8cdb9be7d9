import { isOneOf } from '@sluice/contract/typed-keys'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import { AnswerCharge } from './answer-charge.tsx'
import { type ChatMessage, tokensPerSecond } from './message.ts'
import css from './playground.module.css'

const knownReasons = ['stop', 'length', 'content_filter', 'tool_calls'] as const

/** Below an answer: the model, the tokens, the speed and the cost. */
export function AnswerFactsLine({ message, note }: { message: ChatMessage; note: string | undefined }) {
  const { t } = useTranslation(['playground', 'common'])
  const { facts = {}, model, status } = message
  const { promptTokens, completionTokens, firstMs, charge, isEstimated, requestId, finishReason } = facts
  const speed = tokensPerSecond(facts)
  const parts: ReactNode[] = []
  if (note !== undefined) parts.push(note)
  if (model !== undefined) parts.push(<span className={css.modelName}>{model}</span>)
  if (promptTokens !== undefined && completionTokens !== undefined)
    parts.push(
      <span title={t('tokensHint')}>
        {t('tokens', { input: formatNumber(promptTokens), output: formatNumber(completionTokens) })}
      </span>,
    )
  if (speed !== null) parts.push(t('speed', { speed: formatNumber(speed, speed < 10 ? 1 : 0) }))
  if (firstMs !== undefined) parts.push(t('first', { time: formatDuration(firstMs) }))
  if (charge !== undefined)
    parts.push(
      isEstimated ? (
        <span title={t('estimatedHint')}>
          ≈ <QuotaText value={charge} style="call" />
        </span>
      ) : (
        <AnswerCharge charge={charge} requestId={requestId} />
      ),
    )
  if (finishReason !== undefined)
    parts.push(isOneOf(knownReasons, finishReason) ? t(`finish.${finishReason}`) : finishReason)
  if (status === 'error' && requestId !== undefined)
    parts.push(<code className={`${texts.anywhere} ${css.requestId}`}>{`${t('common:requestId')} ${requestId}`}</code>)
  return (
    <span className={texts.faint}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <span aria-hidden> · </span>}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
