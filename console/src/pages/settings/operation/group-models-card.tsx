import { groupModelsCard } from '@sluice/contract/options/groups'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import texts from '../../../components/text.module.css'
import { enabledModelsQuery } from '../../../lib/catalogue-queries.ts'
import { useSettings } from '../settings-context.ts'
import { TableCard } from '../table-card.tsx'
import { useOption } from '../use-option.ts'
import { OptionProblem, Unreadable } from '../view-switch.tsx'
import { parseGroupModels, writeGroupModels } from './group-models.ts'
import { numbersOrNone } from './json-table.ts'
import css from './operation.module.css'

/** The models that a group can neither list nor call. */
export function GroupModelsCard() {
  return (
    <TableCard
      card={groupModelsCard}
      options={['GroupHiddenModels']}
      table={(onJson) => <HiddenModels onJson={onJson} />}
    />
  )
}

function HiddenModels({ onJson }: { onJson(): void }) {
  const { t } = useTranslation('settings-operation')
  const { snapshot } = useSettings()
  const option = useOption('GroupHiddenModels')
  // Without an answer the names can still be typed.
  const { data: offered = [] } = useQuery(enabledModelsQuery)
  const known = [...numbersOrNone(snapshot.values.GroupRatio ?? '{}').keys()]
  const rows = parseGroupModels(known, option.text)
  if (rows === null) return <Unreadable onJson={onJson} />
  const options = offered.map((value) => ({ value, label: value }))
  const change = (group: string, models: string[]) =>
    option.setText(writeGroupModels(rows.map((row) => (row.group === group ? { group, models } : row))))
  return (
    <>
      <OptionProblem name="GroupHiddenModels" />
      <p className={css.hint}>{t('groupModels.hint')}</p>
      <ul className={css.grid} aria-label={t('card.groupModels.title')}>
        {rows.map(({ group, models }) => (
          <li key={group} className={css.gridRow} data-columns="models">
            <code className={texts.anywhere}>{group}</code>
            <Select
              mode="tags"
              allowClear
              className={layout.wide}
              aria-label={t('groupModels.modelsOf', { group })}
              placeholder={t('groupModels.none')}
              tokenSeparators={[',', '，', '\n']}
              disabled={option.isReadOnly}
              value={[...models]}
              options={options}
              onChange={(next: string[]) => change(group, trimmedNames(next))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const trimmedNames = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.trim()).filter((name) => name !== '')),
]
