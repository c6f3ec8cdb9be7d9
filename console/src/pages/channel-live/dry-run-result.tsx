import type { DryRun } from '@sluice/contract/dry-run'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { drawnOf, RouteFlow } from '../../components/route-flow/route-flow.tsx'
import texts from '../../components/text.module.css'
import { formatDollars, formatDuration, formatPercent, formatWait } from '../../lib/format.ts'
import { ChannelLink } from './channel-link.tsx'
import css from './channel-live.module.css'
import { groupExcluded } from './group-excluded.ts'

type Candidate = DryRun['candidates'][number]

const dollars = (value: number | null): string => formatDollars(value ?? 0)

/** The candidates with their chances, the channels that are skipped now, why the others are excluded, and the price. */
export function DryRunResult({ result, from }: { result: DryRun; from?: ReactNode }) {
  const { t } = useTranslation(['routing', 'common'])
  const { group, model, attempts, candidates, excluded, price, refusal, service_tier: tier } = result
  const strategy = t(`strategies.${result.strategy}`)
  const hidden = result.excluded_total - excluded.length
  const open = candidates.filter(({ passed }) => passed === null)
  const drawn = new Set(drawnOf(candidates))
  const rest = open.filter((one) => !drawn.has(one))
  const passed = candidates.filter((one) => one.passed !== null)
  return (
    <div role="status" className={css.result}>
      {refusal && <Alert type="warning" showIcon title={t('dryRun.refused')} description={refusal.message} />}
      <p>
        {t('dryRun.summary', { group, model, strategy, attempts })}
        {result.hedge_ms !== null && ` ${t('dryRun.hedge', { ms: result.hedge_ms })}`}
      </p>
      <p>
        {tier === '' ? t('dryRun.price') : t('dryRun.priceOf', { tier })}
        {t('common:colon')}
        {priceText()}
        {result.tier_left_out && ` ${t('dryRun.tierLeftOut')}`}
      </p>
      {result.passed_groups.length > 0 && (
        <>
          <h3>{t('dryRun.passedGroups')}</h3>
          <ul className={css.list}>
            {result.passed_groups.map((one) => (
              <li key={one.group} className={css.reasonRow}>
                <code>{one.group}</code>
                <span>{one.message}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('dryRun.candidates')}</h3>
      {open.length === 0 && <p className={`${texts.second} ${css.empty}`}>{t('dryRun.noCandidates')}</p>}
      {candidates.length > 0 && <RouteFlow candidates={candidates} from={from} gate={group} />}
      {rest.length > 0 && (
        <details className={css.rare}>
          <summary>{t('more', { count: rest.length })}</summary>
          <ul className={css.list}>
            {rest.map((one) => (
              <li key={one.id} className={css.reasonRow}>
                <ChannelLink id={one.id} name={one.name} />
                <span>
                  {one.chance === 0 ? t('dryRun.later') : formatPercent(one.chance * 100)} · {aboutOf(one)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {passed.length > 0 && (
        <>
          <h3>{t('dryRun.passed')}</h3>
          <ul className={css.list}>
            {passed.map((one) => (
              <li key={one.id} className={css.reasonRow}>
                <ChannelLink id={one.id} name={one.name} />
                <span>{passedText(one.passed)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {excluded.length > 0 && (
        <>
          <h3>{t('dryRun.excluded')}</h3>
          <ul className={css.list}>
            {groupExcluded(excluded).map(({ codes, channels }) => (
              <li key={codes.join()} className={css.reasonRow}>
                <span>
                  {codes.map((code) => t(`exclusions.${code}`)).join(' · ')}{' '}
                  <span className={texts.second}>{channels.length}</span>
                </span>
                <span className={css.channels}>
                  {channels.map(({ id, name }) => (
                    <ChannelLink key={id} id={id} name={name} />
                  ))}
                </span>
              </li>
            ))}
          </ul>
          {hidden > 0 && <p className={`${texts.second} ${css.empty}`}>{t('more', { count: hidden })}</p>}
        </>
      )}
    </div>
  )

  function aboutOf({ priority, weight, in_flight, latency_ms }: Candidate): string {
    const about = t('dryRun.about', { priority, weight, count: in_flight })
    return latency_ms === null ? about : `${about} · ${t('dryRun.latency', { time: formatDuration(latency_ms) })}`
  }

  function passedText(why: Candidate['passed']): string {
    if (why === null) return ''
    const limits = why.limits.map((name) => t(`limits.${name}`)).join(' · ')
    const reason = t(`exclusions.${why.code}`)
    const until = why.seconds === null ? t('dryRun.untilEnd') : t('dryRun.until', { time: formatWait(why.seconds) })
    return [limits === '' ? reason : t('dryRun.reached', { reason, limits }), until].join(' · ')
  }

  function priceText(): string {
    if (price === null) return t('dryRun.noPrice')
    const amount =
      price.per_call === null
        ? t('dryRun.tokenPrice', { input: dollars(price.input), output: dollars(price.output) })
        : t('dryRun.callPrice', { price: dollars(price.per_call) })
    return `${amount} · ${t('dryRun.groupRatio', { ratio: price.group_ratio })}`
  }
}
