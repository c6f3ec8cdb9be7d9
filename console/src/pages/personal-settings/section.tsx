import { keysOf } from '@sluice/contract/typed-keys'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../components/card.tsx'
import { Row } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import css from './personal-settings.module.css'

/** The sections of each tab of the page, in order. */
export const tabSections = {
  profile: ['balance', 'profile', 'accounts', 'menu'],
  security: ['security', 'sessions', 'removal'],
  alerts: ['notifications'],
  developer: ['access', 'models'],
} as const
export type PersonalTab = keyof typeof tabSections
type SectionId = (typeof tabSections)[PersonalTab][number]

export const personalTabs = keysOf(tabSections)

/** The tab of the address: the chosen one, otherwise that of the section to which the address leads. */
export function tabOf(chosen: string, hash: string): PersonalTab {
  const holds = (tab: PersonalTab) => tabSections[tab].some((section) => section === hash)
  return personalTabs.find((tab) => tab === chosen) ?? personalTabs.find(holds) ?? 'profile'
}

interface SectionProps {
  id: SectionId
  purpose?: string
  /** At the right of its title. */
  action?: ReactNode
  children: ReactNode
}

/** A card of the page with an anchor in the list at the left. */
export function Section({ id, purpose, action, children }: SectionProps) {
  const { t } = useTranslation('personal-settings')
  return (
    <Card id={id} title={t(`section.${id}`)} purpose={purpose} actions={action}>
      {children}
    </Card>
  )
}

interface SettingRowProps {
  label: ReactNode
  /** Its purpose, below its name. */
  help?: ReactNode
  /** Its current state. */
  value?: ReactNode
  /** Buttons at the right. */
  actions?: ReactNode
  icon?: ReactNode
}

/** One item of a card: name, state and actions. */
export function SettingRow({ label, help, value, actions, icon }: SettingRowProps) {
  return (
    <Row gap={[4, 16]} className={css.row}>
      {icon !== undefined && (
        <span className={css.rowIcon} aria-hidden>
          {icon}
        </span>
      )}
      <div className={css.rowText}>
        <Row gap={[2, 8]} wrap className={css.rowLabel}>
          {label}
        </Row>
        {help !== undefined && <p className={texts.below}>{help}</p>}
      </div>
      {value !== undefined && <div className={css.rowValue}>{value}</div>}
      {actions !== undefined && <div className={css.rowActions}>{actions}</div>}
    </Row>
  )
}
