import {
  aboutCard,
  agreementCard,
  contactCard,
  footerCard,
  homeCard,
  logoCard,
  nameCard,
  noticeCard,
  privacyCard,
} from '@sluice/contract/options/content'
import type { OptionKey } from '@sluice/contract/options/registry'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../../../components/markdown.tsx'
import { isFrameAddress } from '../../../components/site-content.tsx'
import texts from '../../../components/text.module.css'
import { OptionRow } from '../option-row.tsx'
import css from '../settings.module.css'
import { SettingsCard } from '../settings-card.tsx'
import { useOption } from '../use-option.ts'
import { CardSwitch } from '../view-switch.tsx'

const places = {
  notice: { card: noticeCard, name: 'Notice' },
  name: { card: nameCard, name: 'SystemName' },
  logo: { card: logoCard, name: 'Logo' },
  home: { card: homeCard, name: 'HomePageContent' },
  about: { card: aboutCard, name: 'About' },
  contact: { card: contactCard, name: 'ContactEmail' },
  footer: { card: footerCard, name: 'Footer' },
  agreement: { card: agreementCard, name: 'legal.user_agreement' },
  privacy: { card: privacyCard, name: 'legal.privacy_policy' },
} as const

export interface TextCardProps {
  id: keyof typeof places
  /** The visitors' view, on demand. */
  hasPreview?: boolean
}

/** One text of the site with its own button and its own messages. */
export function TextCard({ id, hasPreview = false }: TextCardProps) {
  const { t } = useTranslation('settings-other')
  const [view, setView] = useState<'write' | 'preview'>('write')
  const { card, name } = places[id]
  return (
    <SettingsCard
      card={card}
      rules={{ savedText: t(`textSaved.${id}`), failedText: t(`textFailed.${id}`) }}
      actions={
        hasPreview && (
          <CardSwitch<'write' | 'preview'>
            label={t('preview.view')}
            value={view}
            onChange={setView}
            options={[
              { value: 'write', label: t('preview.write') },
              { value: 'preview', label: t('preview.preview') },
            ]}
          />
        )
      }
    >
      {view === 'write' ? <OptionRow name={name} isLabelHidden isWide /> : <Preview name={name} />}
    </SettingsCard>
  )
}

function Preview({ name }: { name: OptionKey }) {
  const { t } = useTranslation('settings-other')
  const { text } = useOption(name)
  const address = isFrameAddress(text) ? text.trim() : null
  return (
    <div className={css.preview}>
      {text.trim() === '' && <p className={texts.below}>{t('preview.empty')}</p>}
      {address !== null && (
        <p className={texts.below}>
          {t('preview.embedded')}{' '}
          <a href={address} target="_blank" rel="noreferrer">
            {address}
          </a>
        </p>
      )}
      {address === null && <Markdown text={text} />}
    </div>
  )
}
