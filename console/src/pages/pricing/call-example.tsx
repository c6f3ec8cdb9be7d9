import type { EndpointType } from '@sluice/contract/priced-kinds'
import type { PricingRow } from '@sluice/contract/pricing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainChoices } from '../../components/plain/plain-choices.tsx'
import { PlainSelect } from '../../components/plain/plain-select.tsx'
import { ownSite } from '../../lib/base-path.ts'
import { useStatus } from '../../lib/queries.ts'
import { exampleCallOf } from './example-call.ts'
import css from './pricing.module.css'
import { ProgramText } from './program-text.tsx'
import { type ExampleLanguage, exampleLanguages, writeExample } from './write-example.ts'

/** A program that calls the model, by each endpoint that it serves and in each language. */
export function CallExample({ row }: { row: PricingRow }) {
  const { t } = useTranslation('pricing')
  const status = useStatus()
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  const types = row.supported_endpoint_types
  const [chosen, setChosen] = useState<EndpointType | null>(null)
  const type = types.find((one) => one === chosen) ?? types[0]
  if (type === undefined) return null
  const site = status?.server_address || ownSite()
  const program = writeExample(language, exampleCallOf(type, { site, model: row.model_name }))
  return (
    <div>
      <ProgramText text={program} label={t('example.program')}>
        <PlainSelect<EndpointType>
          className={css.exampleType}
          aria-label={t('example.endpoint')}
          value={type}
          options={types.map((one) => ({ value: one, label: t(`endpoint.${one}`) }))}
          onChange={setChosen}
        />
        <PlainChoices<ExampleLanguage>
          aria-label={t('example.language')}
          value={language}
          options={exampleLanguages.map((one) => ({ value: one, label: t(`example.name.${one}`) }))}
          onChange={setLanguage}
        />
      </ProgramText>
    </div>
  )
}
