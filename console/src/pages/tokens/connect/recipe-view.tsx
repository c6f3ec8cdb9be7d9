import { homePathOf, type Shell, shells, writeCommands } from '@sluice/contract/client-recipes/fit-recipe'
import type { ClientRecipe, ClientTarget } from '@sluice/contract/client-recipes/recipe'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout.tsx'
import { useCopy } from '../../../components/use-copy.tsx'
import { openChatLink } from '../../../lib/chat-links.ts'
import { CodeBlock } from './code-block.tsx'
import css from './connect.module.css'
import type { HeldKey } from './use-held-key.ts'

interface RecipeViewProps {
  recipe: ClientRecipe
  targetWith(key: string): ClientTarget
  heldKey: HeldKey
}

const hereShell = (): Shell => (/win/i.test(navigator.platform) ? 'powershell' : 'posix')

/** What to copy, type or open for a program. */
export function RecipeView(props: RecipeViewProps) {
  const { t } = useTranslation('connect')
  const { recipe, targetWith, heldKey } = props
  const [shell, setShell] = useState<Shell>(hereShell)
  const target = targetWith(heldKey.shown)
  const files = Object.keys(recipe.files?.(target) ?? {})
  const { notes = [], code } = recipe
  const hasCommands = recipe.environment !== undefined || recipe.command !== undefined
  return (
    <Stack gap={16}>
      <Links {...props} />
      <Fields {...props} />
      {files.map((path) => (
        <CodeBlock
          key={path}
          title={t('file', { path: homePathOf(path, shell) })}
          heldKey={heldKey}
          write={(key) => recipe.files?.(targetWith(key))[path]?.trimEnd() ?? ''}
        />
      ))}
      {hasCommands && (
        <>
          <Segmented<Shell>
            className={css.shells}
            aria-label={t('shell.label')}
            value={shell}
            options={shells.map((value) => ({ value, label: t(`shell.${value}`) }))}
            onChange={setShell}
          />
          <CodeBlock
            isMain={recipe.kind === 'terminal'}
            title={recipe.kind === 'terminal' ? t('terminal') : t('orTerminal')}
            heldKey={heldKey}
            write={(key) => writeCommands(recipe, targetWith(key), shell)}
          />
        </>
      )}
      {code && (
        <>
          {code(target).install !== undefined && (
            <p className={css.hint}>
              {t('install')} <code>{code(target).install}</code>
            </p>
          )}
          <CodeBlock
            isMain
            title={t('program')}
            heldKey={heldKey}
            write={(key) => code(targetWith(key)).text.trimEnd()}
          />
        </>
      )}
      {notes.length > 0 && (
        <ul className={css.notes}>
          {notes.map((note) => (
            <li key={note}>{t(`note.${note}`)}</li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** Links that a program on this computer opens. */
function Links({ recipe, targetWith, heldKey }: RecipeViewProps) {
  const { t } = useTranslation('connect')
  const links = recipe.links?.(targetWith(heldKey.shown)) ?? []
  if (links.length === 0) return null
  return (
    <div>
      {links.map(({ name }, index) => (
        <Button
          key={name ?? recipe.id}
          type="primary"
          loading={heldKey.isBusy}
          onClick={() =>
            heldKey.use((key) => {
              const href = recipe.links?.(targetWith(key))[index]?.href
              if (href !== undefined) openChatLink(href)
            })
          }
        >
          {name === undefined ? t('open', { name: recipe.name }) : t('setUp', { name, program: recipe.name })}
        </Button>
      ))}
      <p className={css.hint}>{t('linkHint', { name: recipe.name })}</p>
    </div>
  )
}

/** What is typed into the settings of a program. */
function Fields({ recipe, targetWith, heldKey }: RecipeViewProps) {
  const { t } = useTranslation('connect')
  const { copy } = useCopy()
  const fields = recipe.fields?.(targetWith(heldKey.shown)) ?? []
  if (fields.length === 0) return null
  const valueWith = (key: string, index: number) => recipe.fields?.(targetWith(key))[index]?.value ?? ''
  return (
    <div>
      <h4 className={css.fieldsTitle}>{recipe.links === undefined ? t('fields') : t('orFields')}</h4>
      <dl className={css.fields}>
        {fields.map(({ name, value }, index) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            <Button
              size="small"
              type="text"
              aria-label={`${t('copy')} ${name}`}
              onClick={() => {
                // Only the key has to be read first.
                if (valueWith('', index) === value) void copy(value)
                else heldKey.use((key) => copy(valueWith(key, index)))
              }}
            >
              {t('copy')}
            </Button>
          </div>
        ))}
      </dl>
    </div>
  )
}
