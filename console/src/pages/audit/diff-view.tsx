import type { AuditLine } from '@sluice/contract/audit'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import texts from '../../components/text.module.css'
import { countText, formatPrice, formatTime } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import css from './audit.module.css'
import { buildDiff, type DiffRow, foldedText } from './build-diff.ts'
import { describeKnownValue } from './describe-value.ts'

/** The changes, with old and new values. */
export function DiffView({ line }: { line: AuditLine }) {
  const { t } = useTranslation('audit')
  const { rows, isCut } = buildDiff(line.before, line.after)
  if (rows.length === 0) return <p className={css.nothing}>{t('diff.nothing')}</p>
  const hasNames = rows.some(({ path }) => path !== '')
  return (
    <>
      {isCut && <p className={css.nothing}>{t('diff.cut')}</p>}
      <table className={`${layout.phoneBlocks} ${css.diff}`}>
        <thead>
          <tr>
            {hasNames && <th scope="col">{t('diff.field')}</th>}
            <th scope="col">{t('diff.before')}</th>
            <th scope="col">{t('diff.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DiffLine key={row.path} row={row} objectType={line.object_type} hasName={hasNames} />
          ))}
        </tbody>
      </table>
    </>
  )
}

interface DiffLineProps {
  row: DiffRow
  objectType: string
  hasName: boolean
}

function DiffLine({ row, objectType, hasName }: DiffLineProps) {
  const { path, before, after } = row
  return (
    <tr>
      {hasName && (
        <th scope="row">
          <code>{path}</code>
        </th>
      )}
      <td data-side={before === null ? undefined : 'before'}>
        <Value text={before} path={path} objectType={objectType} />
      </td>
      <td data-side={after === null ? undefined : 'after'}>
        <Value text={after} path={path} objectType={objectType} />
      </td>
    </tr>
  )
}

function Value({ text, path, objectType }: { text: string | null; path: string; objectType: string }) {
  const { t } = useTranslation('audit')
  const [isOpen, setIsOpen] = useState(false)
  if (text === null) return <span className={texts.faint}>{t('diff.none')}</span>
  if (text === '') return <span className={texts.faint}>{t('diff.empty')}</span>
  const folded = foldedText(text)
  return (
    <>
      <code className={texts.verbatim}>{isOpen || folded === null ? text : `${folded}…`}</code>
      <Meaning text={text} path={path} objectType={objectType} />
      {folded !== null && (
        <Button size="small" type="link" className={css.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('diff.fold') : t('diff.unfold', { count: countText(text.length) })}
        </Button>
      )}
    </>
  )
}

function Meaning({ text, path, objectType }: { text: string; path: string; objectType: string }) {
  const { t } = useTranslation('audit')
  const format = useQuotaFormat()
  const meaning = describeKnownValue(objectType, path, text)
  if (meaning === null) return null
  const words = () => {
    switch (meaning.kind) {
      case 'word':
        return t(`value.${meaning.key}`)
      case 'time':
        return formatTime(meaning.value)
      case 'quota':
        return formatPrice(meaning.value, { ...format, inCurrency: true })
    }
  }
  return <span className={css.meaning}>{words()}</span>
}
