import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import type { CardGroup } from './card-groups.ts'

/** The cards of one job, with its name. */
export function CardGroupPart({ group, children }: { group: CardGroup; children: ReactNode }) {
  const { t } = useTranslation('settings')
  const name = t(`group.${group}`)
  return (
    <Stack role="group" aria-label={name} gap={12}>
      <p className={texts.label}>{name}</p>
      {children}
    </Stack>
  )
}
