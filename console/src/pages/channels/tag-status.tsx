import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../components/status-tag.tsx'
import type { TagItem } from './channel-rows.ts'
import { LinesTip } from './lines-tip.tsx'
import type { HealthById } from './queries.ts'
import { tagTroubleOf } from './tag-trouble.ts'

/** The number of enabled channels of a tag. On hover and focus, the problems of some of them. */
export function TagStatus({ item, health }: { item: TagItem; health: HealthById }) {
  const { t } = useTranslation(['channels', 'common'])
  const { enabledCount, children } = item
  const trouble = tagTroubleOf(children, health, Math.floor(Date.now() / 1000))
  const lines = (['autoDisabled', 'expired', 'keyless', 'resting', 'failing'] as const)
    .filter((name) => trouble[name] > 0)
    .map((name) => t(`tag.trouble.${name}`, { count: trouble[name] }))
  const text =
    enabledCount === 0
      ? t('common:status.disabled')
      : enabledCount === children.length
        ? t('common:status.enabled')
        : t('tag.partlyEnabled', { enabled: enabledCount, all: children.length })
  const isWell = lines.length === 0
  const tone = isWell ? (enabledCount === 0 ? 'neutral' : 'success') : 'warning'
  const tag = <StatusTag tone={tone}>{text}</StatusTag>
  if (isWell) return tag
  return <LinesTip lines={lines}>{tag}</LinesTip>
}
