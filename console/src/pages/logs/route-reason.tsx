import type { PassedOver, RouteWhy } from '@sluice/contract/routing'
import type { AttemptRecord } from '@sluice/contract/usage-log'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../lib/format-list.ts'

/** Why this channel was called and the others were not, in words. */
export function RouteReason({ attempt, why }: { attempt: AttemptRecord; why: RouteWhy }) {
  const { t, i18n } = useTranslation('routing')
  const { t: tLogs } = useTranslation('logs')
  const { cause, hedge, stopped } = attempt
  const channelsOf = ({ channels, count }: PassedOver): string => {
    const named = formatList(
      channels.map((id) => `#${id}`),
      i18n.resolvedLanguage,
    )
    return count > channels.length ? t('passedMore', { channels: named, count: count - channels.length }) : named
  }
  const former = (text: string) => (why.former === undefined ? text : `${text} ${t('former', { id: why.former })}`)
  const parts = [
    why.of > 1 ? t('byOf', { by: t(`by.${why.by}`), of: t('of', { count: why.of }) }) : t(`by.${why.by}`),
    tLogs('callDetails.priority', { priority: why.priority }),
    tLogs('callDetails.weight', { weight: why.weight }),
    ...(why.affinity && why.by !== 'affinity' ? [former(t(`affinity.${why.affinity}`))] : []),
    ...(why.passed ?? []).map((one) => t('passed', { reason: t(`exclusions.${one.code}`), channels: channelsOf(one) })),
    ...(hedge ? [t(`hedge.${hedge}`)] : []),
    ...(cause ? [t('cause', { cause: t(`causes.${cause}`) })] : []),
    ...(stopped ? [t('stopped')] : []),
  ]
  return <>{parts.join(' · ')}</>
}
