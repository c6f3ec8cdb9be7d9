import {
  headerModules,
  readHeaderNav,
  readSidebarNav,
  type SidebarNav,
  type SidebarSection,
  sidebarModules,
  writeHeaderNav,
  writeSidebarNav,
} from '@sluice/contract/nav-modules'
import { headerCard, sidebarCard } from '@sluice/contract/options/menus'
import type { OptionKey } from '@sluice/contract/options/registry'
import { keysOf } from '@sluice/contract/typed-keys'
import { Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { controlIdOf } from '../option-field.ts'
import { SettingsCard } from '../settings-card.tsx'
import { useOption } from '../use-option.ts'
import css from './other.module.css'

/** The entries of the bar at the top, and who sees prices. */
export function HeaderCard() {
  return (
    <SettingsCard card={headerCard}>
      <HeaderSwitches />
    </SettingsCard>
  )
}

function HeaderSwitches() {
  const { t } = useTranslation(['settings-other', 'shell'])
  const option = useOption('HeaderNavModules')
  const nav = readHeaderNav(option.text)
  const write = (next: typeof nav) => option.setText(writeHeaderNav(next))
  const { pricing } = nav
  const { isReadOnly } = option
  return (
    <NavRows name="HeaderNavModules">
      {headerModules.map((name, index) => (
        <NavSwitch
          key={name}
          id={index === 0 ? controlIdOf('HeaderNavModules') : undefined}
          label={t(`shell:nav.${name}`)}
          isOn={name === 'pricing' ? pricing.enabled : nav[name]}
          isDisabled={isReadOnly}
          onChange={(isOn) =>
            write(name === 'pricing' ? { ...nav, pricing: { ...pricing, enabled: isOn } } : { ...nav, [name]: isOn })
          }
        />
      ))}
      <NavSwitch
        label={t('nav.requireAuth')}
        isOn={pricing.requireAuth}
        isDisabled={isReadOnly || !pricing.enabled}
        onChange={(requireAuth) => write({ ...nav, pricing: { ...pricing, requireAuth } })}
      />
    </NavRows>
  )
}

/** The sections and entries of the side menu. */
export function SidebarCard() {
  return (
    <SettingsCard card={sidebarCard}>
      <SidebarSwitches />
    </SettingsCard>
  )
}

function SidebarSwitches() {
  const { t } = useTranslation(['settings-other', 'shell'])
  const option = useOption('SidebarModulesAdmin')
  const nav = readSidebarNav(option.text)
  const sections = keysOf(sidebarModules)
  return (
    <NavRows name="SidebarModulesAdmin">
      {sections.map((section, index) => (
        <SidebarGroup
          key={section}
          nav={nav}
          section={section}
          id={index === 0 ? controlIdOf('SidebarModulesAdmin') : undefined}
          label={t(`nav.section.${section}`)}
          isReadOnly={option.isReadOnly}
          onChange={(next) => option.setText(writeSidebarNav(next))}
        />
      ))}
    </NavRows>
  )
}

/** Names of the entries in the side menu. */
const entryLabels = {
  playground: 'playground',
  chat: 'chat',
  detail: 'dashboard',
  token: 'tokens',
  log: 'logs',
  midjourney: 'drawings',
  task: 'tasks',
  topup: 'wallet',
  personal: 'personal',
  channel: 'channels',
  models: 'models',
  prices: 'prices',
  redemption: 'redemption',
  orders: 'orders',
  user: 'users',
  margin: 'margin',
  announce: 'announce',
  audit: 'audit',
  system: 'system',
  setting: 'settings',
} as const

interface SidebarGroupProps {
  nav: SidebarNav
  section: SidebarSection
  id: string | undefined
  label: string
  isReadOnly: boolean
  onChange(next: SidebarNav): void
}

function SidebarGroup({ nav, section, id, label, isReadOnly, onChange }: SidebarGroupProps) {
  const { t } = useTranslation('shell')
  const entries: Readonly<Record<string, boolean>> = nav[section]
  const names: readonly (keyof typeof entryLabels)[] = sidebarModules[section]
  // The cast: a computed key loses the relation between a section and its entries.
  const write = (name: string, isOn: boolean) =>
    onChange({ ...nav, [section]: { ...entries, [name]: isOn } } as SidebarNav)
  return (
    <fieldset className={css.navGroup}>
      <legend className="visually-hidden">{label}</legend>
      <NavSwitch
        id={id}
        label={label}
        isOn={nav[section].enabled}
        isDisabled={isReadOnly}
        isHead
        onChange={(on) => write('enabled', on)}
      />
      {names.map((name) => (
        <NavSwitch
          key={name}
          label={t(`nav.${entryLabels[name]}`)}
          isOn={entries[name] !== false}
          isDisabled={isReadOnly || !nav[section].enabled}
          onChange={(on) => write(name, on)}
        />
      ))}
    </fieldset>
  )
}

function NavRows({ name, children }: { name: OptionKey; children: ReactNode }) {
  const { isChanged, problem } = useOption(name)
  return (
    <div className={css.nav} data-option={name} data-changed={isChanged} tabIndex={-1}>
      {problem !== undefined && (
        <p role="alert" className={texts.problem}>
          {problem}
        </p>
      )}
      {children}
    </div>
  )
}

interface NavSwitchProps {
  id?: string | undefined
  label: string
  isOn: boolean
  isDisabled?: boolean
  /** For a whole section. */
  isHead?: boolean
  onChange(isOn: boolean): void
}

function NavSwitch({ id, label, isOn, isDisabled = false, isHead = false, onChange }: NavSwitchProps) {
  const ownId = useId()
  return (
    <Row gap={12} justify="between" className={css.navSwitch} data-head={isHead}>
      <label htmlFor={id ?? ownId}>{label}</label>
      <Switch id={id ?? ownId} size="small" checked={isOn} disabled={isDisabled} onChange={onChange} />
    </Row>
  )
}
