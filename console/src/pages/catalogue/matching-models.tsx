import { matchesName, nameRules } from '@sluice/contract/catalogue'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { enabledModelsQuery } from '../../lib/catalogue-queries.ts'
import { formatList } from '../../lib/format-list.ts'
import css from './catalogue.module.css'
import type { ModelValues } from './model-kind.ts'

const shownMax = 6

/** The models in use that the form's name and rule match, updated while typing. */
export function MatchingModels() {
  const { t, i18n } = useTranslation('catalogue')
  const form = Form.useFormInstance<ModelValues>()
  const name = (Form.useWatch<string | undefined>('model_name', form) ?? '').trim()
  const rule = Form.useWatch<number | undefined>('name_rule', form) ?? nameRules.exact
  const { data, error } = useQuery(enabledModelsQuery)
  if (name === '' || data === undefined || error !== null) return <p className={css.matching}>{t('form.ruleHint')}</p>
  const matching = data.filter((model) => matchesName({ name, rule }, model)).toSorted()
  const names = formatList(matching.slice(0, shownMax), i18n.resolvedLanguage)
  return (
    <p className={css.matching} role="status">
      {matching.length === 0
        ? t('form.matchingNone')
        : t('form.matching', {
            count: matching.length,
            names: matching.length > shownMax ? `${names} …` : names,
          })}
    </p>
  )
}
