import { parseChannelReason } from '@sluice/contract/channel-reasons'
import type { AttemptRecord } from '@sluice/contract/usage-log'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../components/facts.tsx'
import { type FlowEnd, FlowLine } from '../../components/flow-line/flow-line.tsx'
import { Row } from '../../components/layout.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { knownTo } from '../../lib/error-message.ts'
import { countText, formatDuration } from '../../lib/format.ts'
import { currentReader } from '../../lib/message-reader.ts'
import { reasonText } from '../../lib/reason-text.ts'
import { buildTimeline, type Timeline, type TimelineBar, type TimelineStep } from './build-timeline.ts'
import css from './call-details.module.css'
import type { LogRow } from './log-rows.ts'
import { RouteReason } from './route-reason.tsx'

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`

type Stretch = 'waiting' | 'receiving' | 'failed'

function Bar({ kind, bar }: { kind: Stretch; bar: TimelineBar }) {
  return <span className={css.bar} data-kind={kind} style={{ left: percent(bar.left), width: percent(bar.width) }} />
}

function AttemptError({ attempt: { error, error_data } }: { attempt: AttemptRecord }) {
  useTranslation('errors')
  if (error === null) return null
  const data = parseChannelReason(error_data, knownTo(currentReader()))
  return <p className={css.stepError}>{reasonText({ reason: error, data })}</p>
}

function Step({ step, number }: { step: TimelineStep; number: number }) {
  const { t } = useTranslation('logs')
  const { attempt } = step
  const hasAnswered = isAnswered(step)
  return (
    <li>
      <Row shrink>
        <span className={css.stepNumber} title={t('callDetails.attempt', { number })}>
          {number}
        </span>
        <span className={css.stepName} title={attempt.channel_name}>
          {attempt.channel_name || t('callDetails.channelId', { id: attempt.channel_id })}
        </span>
        {attempt.channel_name !== '' && <span className={texts.hint}>#{attempt.channel_id}</span>}
        <StatusTag tone={hasAnswered ? 'success' : 'error'}>
          {attempt.status === null ? t('callDetails.noStatus') : attempt.status}
        </StatusTag>
        <span className={css.stepDuration}>{formatDuration(attempt.duration_ms)}</span>
      </Row>
      <div className={css.track} aria-hidden>
        <Bar kind={hasAnswered ? 'waiting' : 'failed'} bar={step.waiting} />
        {step.receiving && <Bar kind="receiving" bar={step.receiving} />}
      </div>
      {attempt.why && (
        <p className={texts.hint}>
          <RouteReason attempt={attempt} why={attempt.why} />
        </p>
      )}
      <AttemptError attempt={attempt} />
    </li>
  )
}

/** Shorter than the usual overhead of any call. */
const queuedMsMin = 10

function Figures({ timeline }: { timeline: Timeline }) {
  const { t } = useTranslation('logs')
  const { totalMs, firstTokenMs, queuedMs, speed } = timeline
  return (
    <Facts className={css.figures}>
      <Fact label={t('callDetails.total')}>{formatDuration(totalMs)}</Fact>
      {firstTokenMs !== null && <Fact label={t('callDetails.firstToken')}>{formatDuration(firstTokenMs)}</Fact>}
      {queuedMs >= queuedMsMin && <Fact label={t('callDetails.queued')}>{formatDuration(queuedMs)}</Fact>}
      {speed !== null && (
        <Fact label={t('callDetails.speed')}>{t('callDetails.speedValue', { count: countText(speed) })}</Fact>
      )}
    </Facts>
  )
}

const isAnswered = ({ outcome }: TimelineStep): boolean => outcome === 'answered'

function Legend({ timeline }: { timeline: Timeline }) {
  const { t } = useTranslation('logs')
  const kinds: [Stretch, string, boolean][] = [
    ['failed', t('callDetails.failedWait'), timeline.steps.some((step) => !isAnswered(step))],
    ['waiting', t('callDetails.waiting'), timeline.steps.length === 0 || timeline.steps.some(isAnswered)],
    ['receiving', t('callDetails.receiving'), timeline.receiving !== null],
  ]
  const shown = kinds.filter(([, , isShown]) => isShown)
  // A single colour needs no legend.
  if (shown.length < 2) return null
  return (
    <Row as="ul" align="stretch" wrap className={css.legend}>
      {shown.map(([kind, label]) => (
        <Row as="li" gap={6} key={kind}>
          <span className={css.swatch} data-kind={kind} />
          {label}
        </Row>
      ))}
    </Row>
  )
}

/** Each attempt as a line: broken where it failed. */
function Attempts({ timeline, from }: { timeline: Timeline; from: string }) {
  const { t } = useTranslation('logs')
  const ends = timeline.steps.map((step): FlowEnd => {
    const { attempt } = step
    const hasAnswered = isAnswered(step)
    return {
      name: attempt.channel_name || t('callDetails.channelId', { id: attempt.channel_id }),
      share: hasAnswered ? 1 : 0,
      state: hasAnswered ? 'flows' : 'failed',
      measure: formatDuration(attempt.duration_ms),
    }
  })
  return <FlowLine size="medium" from={from || undefined} label={t('callDetails.route')} ends={ends} />
}

/** The time of a call, by the channels that were tried, to scale. */
export function CallTimeline({ row }: { row: LogRow }) {
  const { t } = useTranslation('logs')
  const timeline = buildTimeline(row)
  const isRefused = row.detail.admin_info !== undefined && timeline.steps.length === 0
  return (
    <section className={css.section}>
      <h2>{t('callDetails.timeline')}</h2>
      <Figures timeline={timeline} />
      {isRefused && <p className={texts.hint}>{t('callDetails.noAttempts')}</p>}
      {!isRefused && timeline.steps.length === 0 && (
        <div className={css.track} aria-hidden>
          <Bar kind="waiting" bar={timeline.waiting} />
          {timeline.receiving && <Bar kind="receiving" bar={timeline.receiving} />}
        </div>
      )}
      {timeline.steps.length > 0 && <Attempts timeline={timeline} from={row.token_name} />}
      {timeline.steps.length > 0 && (
        <ol className={css.steps}>
          {timeline.steps.map((step, index) => (
            <Step key={`${step.attempt.started_ms}-${index}`} step={step} number={index + 1} />
          ))}
        </ol>
      )}
      {!isRefused && <Legend timeline={timeline} />}
    </section>
  )
}
