import type { ChannelSweep, SweepKind, SweepResult } from '@sluice/contract/channel-sweep'
import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import layout from '../../components/layout.module.css'
import { StatusTag } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { formatBalance, formatDuration, formatTime } from '../../lib/format.ts'
import { responseTone } from './channel-state.ts'
import css from './channels.module.css'
import { SweepCounts } from './sweep-counts.tsx'
import { outcomeTone } from './sweep-state.ts'

export interface SweepDialogProps {
  kind: SweepKind
  sweep: ChannelSweep
  onClose(): void
}

/** The result of each channel, failed ones first with their reason. */
export function SweepDialog({ kind, sweep, onClose }: SweepDialogProps) {
  const { t } = useTranslation(['channel-checks', 'common'])
  const rest = sweep.done - sweep.results.length
  const time = formatTime(sweep.started_at)
  return (
    <Modal
      open
      width={680}
      title={t(`sweep.${kind}.title`)}
      footer={<Button onClick={onClose}>{t('common:actions.close')}</Button>}
      onCancel={onClose}
    >
      <p className={css.hint}>
        {sweep.started_by === ''
          ? t('sweep.startedBySchedule', { time })
          : t('sweep.startedBy', { name: sweep.started_by, time })}
        <br />
        <SweepCounts sweep={sweep} />
      </p>
      <ul className={css.sweepList}>
        {sweep.results.map((result) => (
          <li key={result.channel_id}>
            <Result result={result} />
          </li>
        ))}
        {sweep.results.length === 0 && <li className={texts.faint}>{t('sweep.nothingYet')}</li>}
        {rest > 0 && <li className={texts.faint}>{t('sweep.more', { count: rest })}</li>}
      </ul>
    </Modal>
  )
}

function Result({ result }: { result: SweepResult }) {
  const { t } = useTranslation('channel-checks')
  const { outcome, channel_name: name, channel_id: id, model, message, switched } = result
  return (
    <>
      <StatusTag tone={outcomeTone[outcome]}>{t(`sweep.outcome.${outcome}`)}</StatusTag>
      <span className={css.sweepName} title={name}>
        {name} <small>#{id}</small>
      </span>
      {model !== '' && <code>{model}</code>}
      {result.balance !== null && <span>{formatBalance(result.balance, result.currency)}</span>}
      {model !== '' && outcome === 'passed' && (
        <ColorTag color={responseTone(result.time * 1_000)}>{formatDuration(result.time * 1_000)}</ColorTag>
      )}
      {switched !== '' && (
        <ColorTag color={switched === 'enabled' ? 'green' : 'red'}>{t(`sweep.switched.${switched}`)}</ColorTag>
      )}
      {message !== '' && (
        <p className={outcome === 'failed' ? `${texts.problem} ${layout.ownLine}` : css.sweepReason}>{message}</p>
      )}
    </>
  )
}
