import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { errorShareOf } from '../../lib/channel-errors.ts'
import { formatCount, formatDuration, formatNumber, formatPercent, formatWait } from '../../lib/format.ts'
import { stateOf } from './build-live.ts'
import { ChannelLink } from './channel-link.tsx'
import css from './channel-live.module.css'

const tones = { closed: 'success', failing: 'warning', open: 'error', half_open: 'warning' } as const

/** A channel with its figures; below it what rests, why, and for how long. */
export function LiveRow({ row }: { row: ChannelHealthEntry }) {
  const { t } = useTranslation(['routing', 'common'])
  const isPart = row.resting.length > 0 && row.calls > row.errors
  const state = stateOf(row)
  const errorShare = errorShareOf(row)
  const restOf = (cause: ChannelHealthEntry['cause'], seconds: number) =>
    seconds > 0 ? t('restsFor', { cause: t(`causes.${cause ?? 'unknown'}`), time: formatWait(seconds) }) : t('probing')
  return (
    <li className={css.row}>
      {row.name === '' ? (
        <span className={texts.anywhere}>
          {t('gone')} <span className={texts.second}>#{row.channel_id}</span>
        </span>
      ) : (
        <ChannelLink id={row.channel_id} name={row.name} />
      )}
      <span>
        <StatusTag tone={isPart ? 'warning' : tones[state]}>{t(`states.${state}`)}</StatusTag>
      </span>
      <Value name={t('calls')} value={formatCount(row.calls)} />
      <Value name={t('errors')} value={errorShare === null ? '–' : formatPercent(100 * errorShare)} />
      <Value name={t('latency')} value={row.latency_ms === null ? '–' : formatDuration(row.latency_ms)} />
      <Value
        name={t('speed')}
        value={row.tokens_per_second === null ? '–' : formatNumber(Math.round(row.tokens_per_second))}
      />
      <Value name={t('inFlight')} value={formatCount(row.in_flight)} />
      {(state !== 'closed' || row.broken > 0) && (
        <ul className={css.resting}>
          {row.broken > 0 && <li>{t('broken', { count: row.broken })}</li>}
          {state === 'failing' && row.refused_keys > 0 && <li>{t('refusedKeys', { count: row.refused_keys })}</li>}
          {state !== 'failing' && state !== 'closed' && row.resting.length === 0 && (
            <li>{restOf(row.cause, row.rest_seconds)}</li>
          )}
          {row.resting.map((pair) => (
            <li key={`${pair.model} ${pair.key_number}`}>
              <code>{pair.model}</code>{' '}
              {pair.key_number === 0 ? t('replacedKey') : t('key', { number: pair.key_number })}
              {t('common:colon')}
              {restOf(pair.cause, pair.rest_seconds)}
              {pair.user_id !== null && ` · ${t('forUser', { id: pair.user_id })}`}
            </li>
          ))}
          {row.last_error !== '' && <li>{row.last_error}</li>}
        </ul>
      )}
    </li>
  )
}

function Value({ name, value }: { name: string; value: string }) {
  return (
    <span className={css.number} data-label={name}>
      {value}
    </span>
  )
}
