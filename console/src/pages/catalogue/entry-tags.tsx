import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { Row } from '../../components/layout.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { formatList } from '../../lib/format-list.ts'

/** The first names as tags; the rest as a number, with all of them on hover. */
export function NameTags({ names, max = 3 }: { names: readonly string[]; max?: number }) {
  const { t, i18n } = useTranslation('catalogue')
  if (names.length === 0) return <span className={texts.faint}>—</span>
  return (
    <Row as="span" gap={4} wrap title={names.length > max ? formatList(names, i18n.resolvedLanguage) : undefined}>
      {names.slice(0, max).map((name) => (
        <ColorTag key={name} color="neutral">
          {name}
        </ColorTag>
      ))}
      {names.length > max && <span className={texts.faint}>{t('more', { total: names.length - max })}</span>}
    </Row>
  )
}

export function OnOff({ status }: { status: number }) {
  const { t } = useTranslation('catalogue')
  return status === 1 ? (
    <StatusTag tone="success">{t('status.on')}</StatusTag>
  ) : (
    <StatusTag tone="neutral">{t('status.off')}</StatusTag>
  )
}
