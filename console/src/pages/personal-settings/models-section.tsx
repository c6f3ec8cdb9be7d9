import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { LoadState } from '../../components/load-state.tsx'
import texts from '../../components/text.module.css'
import { useCopy } from '../../components/use-copy.tsx'
import { readText, writeText } from '../../lib/storage.ts'
import css from './personal-settings.module.css'
import { modelsQuery } from './queries.ts'
import { Section } from './section.tsx'

/** More models than this are folded at first. */
const shownMax = 10

/** The models of this account; whether all are shown is remembered. */
export function ModelsSection() {
  const { t } = useTranslation('personal-settings')
  const query = useQuery(modelsQuery)
  const count = query.data?.length ?? 0
  return (
    <Section
      id="models"
      purpose={t('purposeOf.models')}
      action={count > 0 && <span className={texts.help}>{t('models.count', { count })}</span>}
    >
      <LoadState query={query} rows={3}>
        {(models) => <ModelNames models={models} />}
      </LoadState>
    </Section>
  )
}

function ModelNames({ models }: { models: string[] }) {
  const { t } = useTranslation('personal-settings')
  const { copy } = useCopy()
  const [isExpanded, setIsExpanded] = useState(() => readText('personal-models-expanded') === 'true')
  if (models.length === 0) return <p className={css.nothing}>{t('models.none')}</p>
  const shown = isExpanded ? models : models.slice(0, shownMax)
  const toggle = () => {
    writeText('personal-models-expanded', String(!isExpanded))
    setIsExpanded(!isExpanded)
  }
  return (
    <div className={css.padded}>
      <Row as="ul" align="stretch" wrap className={css.models}>
        {shown.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={css.model}
              title={t('models.copy', { name })}
              aria-label={t('models.copy', { name })}
              onClick={() => copy(name, t('models.copied', { name }))}
            >
              {name}
            </button>
          </li>
        ))}
      </Row>
      {models.length > shownMax && (
        <Button type="link" className={css.expand} aria-expanded={isExpanded} onClick={toggle}>
          {isExpanded ? t('models.collapse') : t('models.expand', { count: models.length })}
        </Button>
      )}
    </div>
  )
}
