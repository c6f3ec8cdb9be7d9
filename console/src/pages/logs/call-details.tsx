import { logType } from '@sluice/contract/roles'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../components/copy-text.tsx'
import { Fact, Facts } from '../../components/facts.tsx'
import { Row, Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { readsAllCalls, useSessionUser } from '../../lib/session.ts'
import { CallActions } from './call-actions.tsx'
import { CallAnswer } from './call-answer.tsx'
import { CallBill } from './call-bill.tsx'
import css from './call-details.module.css'
import { CallTimeline } from './call-timeline.tsx'
import { isCall, isFailed, type LogRow } from './log-rows.ts'
import { EndTag, GroupTag } from './log-tags.tsx'
import { useErrorSentence } from './use-error-sentence.ts'
import { useNoteSentence } from './use-note-sentence.ts'
import { UserName } from './user-name.tsx'

function ErrorNote({ row }: { row: LogRow }) {
  const { t } = useTranslation('logs')
  const sentenceOf = useErrorSentence()
  const { error } = row.detail
  return (
    <div className={`${texts.second} ${css.error}`}>
      {error ? (
        <Row as="p" className={css.errorHead}>
          <CopyText value={error.code} label={t('callDetails.error')} />
          <span className={css.errorStatus}>{error.status}</span>
        </Row>
      ) : (
        <Row as="p" className={css.errorHead}>
          {t('callDetails.error')}
        </Row>
      )}
      <p>{sentenceOf(error, row.content)}</p>
    </div>
  )
}

const rowFacts = (row: LogRow, isAdmin: boolean, t: TFunction<'logs'>): [string, ReactNode][] => [
  [t('column.model'), row.model_name !== '' && <code>{row.model_name}</code>],
  [t('column.username'), isAdmin && row.username !== '' ? <UserName row={row} /> : row.username],
  [t('column.token'), row.token_name],
  [t('column.group'), row.group !== '' && <GroupTag group={row.group} />],
]

/** The id that the answering upstream gave the call; only operators have it. */
const upstreamIdOf = ({ detail }: LogRow): string | undefined =>
  detail.admin_info?.attempts?.findLast(({ upstream_id }) => upstream_id !== undefined)?.upstream_id

/** The ids of the call, each with a copy button. */
function CallFacts({ row }: { row: LogRow }) {
  const { t } = useTranslation('logs')
  const isAdmin = readsAllCalls(useSessionUser())
  const { detail } = row
  const copied = (label: string, value: string | undefined): [string, ReactNode] => [
    label,
    value ? <CopyText value={value} label={label} /> : null,
  ]
  const facts: [string, ReactNode][] = [
    ...rowFacts(row, isAdmin, t),
    [t('end.label'), detail.end && <EndTag end={detail.end} />],
    copied(t('field.requestId'), row.request_id),
    copied(t('field.upstreamId'), upstreamIdOf(row)),
    [t('field.client'), row.client],
    copied(t('field.path'), detail.path),
    copied(t('field.upstreamModel'), detail.is_model_mapped ? detail.upstream_model_name : undefined),
    [t('field.reasoning'), detail.reasoning_tokens ? formatNumber(detail.reasoning_tokens) : null],
    [t('field.effort'), detail.reasoning_effort],
    [t('field.promptPart'), detail.prompt_part && t(`promptPart.${detail.prompt_part.in}`, { ...detail.prompt_part })],
    copied(t('field.clientIp'), detail.admin_info?.client_ip),
    [t('field.time'), formatTime(row.created_at)],
    copied(t('field.logId'), String(row.id)),
  ]
  return (
    <Facts className={css.facts}>
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
    </Facts>
  )
}

interface CallDetailsProps {
  row: LogRow
  /** The other rows of its call: a stream that broke off has one for its error and one for its charge. */
  related?: readonly LogRow[]
}

/** An opened row: what became of the call, its course, its cost with reasons, and its ids. */
export function CallDetails({ row, related = [] }: CallDetailsProps) {
  const noteSentence = useNoteSentence()
  if (!isCall(row)) {
    return (
      <Stack gap={16} className={css.details}>
        <p>{noteSentence(row)}</p>
        <CallFacts row={row} />
      </Stack>
    )
  }
  const rows = [row, ...related]
  const failed = rows.find(isFailed)
  const charged = rows.filter(({ type }) => type === logType.consume)
  return (
    <Stack gap={16} className={css.details}>
      <CallAnswer row={row} related={related} />
      <CallActions row={row} />
      {failed && <ErrorNote row={failed} />}
      <CallTimeline row={row} />
      {charged.map((one) => (
        <CallBill key={one.id} row={one} />
      ))}
      <CallFacts row={row} />
    </Stack>
  )
}
