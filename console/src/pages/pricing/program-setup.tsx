import { clientRecipes } from '@sluice/contract/client-recipes/client-recipes'
import { formatFor, homePathOf, type Shell, writeCommands } from '@sluice/contract/client-recipes/fit-recipe'
import type { ClientRecipe, ClientTarget } from '@sluice/contract/client-recipes/recipe'
import type { PricingRow } from '@sluice/contract/pricing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainSelect } from '../../components/plain/plain-select.tsx'
import { useStatus } from '../../lib/queries.ts'
import { siteAddress } from '../../lib/site-address.ts'
import { Part } from './model-parts.tsx'
import css from './pricing.module.css'
import { ProgramText } from './program-text.tsx'

const hereShell = (): Shell => (/win/i.test(navigator.platform) ? 'powershell' : 'posix')

/** How programs of the terminal are pointed at the model, with a placeholder for the key. */
export function ProgramSetup({ row }: { row: PricingRow }) {
  const { t } = useTranslation('pricing')
  const status = useStatus()
  const [chosen, setChosen] = useState('')
  const model = {
    name: row.model_name,
    endpoints: row.supported_endpoint_types,
  }
  const programs = clientRecipes.filter((recipe) => recipe.kind === 'terminal' && formatFor(recipe, model) !== null)
  const recipe = programs.find(({ id }) => id === chosen) ?? programs[0]
  const format = recipe && formatFor(recipe, model)
  if (recipe === undefined || !format) return null
  const target: ClientTarget = {
    url: siteAddress(status?.server_address),
    key: t('programs.key'),
    model: row.model_name,
    format,
    models: [row.model_name],
    site: status?.system_name ?? '',
  }
  const text = writeSetup(recipe, target, hereShell())
  return (
    <Part title={t('programs.title')} text={t('programs.text')}>
      <ProgramText text={text} label={recipe.name}>
        <PlainSelect<string>
          className={css.exampleType}
          aria-label={t('programs.program')}
          value={recipe.id}
          options={programs.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
      </ProgramText>
    </Part>
  )
}

/** The files, each below its name, and the commands. */
function writeSetup(recipe: ClientRecipe, target: ClientTarget, shell: Shell): string {
  const files = Object.entries(recipe.files?.(target) ?? {}).map(
    ([path, content]) => `# ${homePathOf(path, shell)}\n${content.trimEnd()}`,
  )
  const commands = writeCommands(recipe, target, shell)
  return [...files, ...(commands === '' ? [] : [commands])].join('\n\n')
}
