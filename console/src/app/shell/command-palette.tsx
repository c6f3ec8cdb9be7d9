import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import CommentOutlined from '@ant-design/icons/es/icons/CommentOutlined'
import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import { useNavigate } from '@tanstack/react-router'
import { Input, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setThemeMode, useThemeMode } from '../../lib/theme-mode.ts'
import { languageNames, languageOf, languages } from '../i18n.ts'
import { useNavSections } from '../navigation.ts'
import { navIcons } from './nav-icons.tsx'
import css from './palette.module.css'

interface Command {
  key: string
  label: string
  icon: ReactNode
  /** Keys that do the same without the palette. */
  keys?: string[]
  run(): void
}

function useCommands(): Command[] {
  const { t, i18n } = useTranslation('shell')
  const navigate = useNavigate()
  const isDark = useThemeMode() === 'dark'
  const current = languageOf(i18n.resolvedLanguage)
  const pages = useNavSections()
    .flatMap((section) => section.entries)
    .map((entry) => ({
      key: entry.to,
      label: t(`nav.${entry.label}`),
      icon: navIcons[entry.label],
      keys: ['g', entry.letter],
      run: () => navigate({ to: entry.to }),
    }))
  return [
    ...pages,
    {
      key: 'playground',
      label: t('nav.playground'),
      icon: <CommentOutlined />,
      run: () => navigate({ to: '/playground333' }),
    },
    { key: 'home', label: t('nav.home'), icon: <HomeOutlined />, run: () => navigate({ to: '/' }) },
    {
      key: 'theme',
      icon: <BgColorsOutlined />,
      label: isDark ? t('switchToLight') : t('switchToDark'),
      run: () => setThemeMode(isDark ? 'light' : 'dark'),
    },
    ...languages
      .filter((language) => language !== current)
      .map((language) => ({
        key: language,
        icon: <GlobalOutlined />,
        label: languageNames[language],
        run: () => i18n.changeLanguage(language),
      })),
  ]
}

export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const wanted = text.trim().toLowerCase()
  const found = useCommands().filter(({ label, key }) => `${label} ${key}`.toLowerCase().includes(wanted))
  const active = Math.min(index, Math.max(0, found.length - 1))
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setIndex((active + step + found.length) % found.length)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(found[active])
  }
  return (
    <Modal open title={t('palette.title')} footer={null} width={480} onCancel={onClose}>
      <Input
        autoFocus
        value={text}
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={found.length > 0 ? `palette-${active}` : undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value)
          setIndex(0)
        }}
      />
      <div id="palette-list" role="listbox" aria-label={t('palette.title')} className={css.list}>
        {found.map((command, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text box, which keeps the focus.
          <div
            key={command.key}
            id={`palette-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === active}
            className={css.item}
            onMouseEnter={() => setIndex(position)}
            onClick={() => run(command)}
          >
            <span className={css.icon} aria-hidden>
              {command.icon}
            </span>
            {command.label}
            {command.keys && (
              <span className={css.keys}>
                {command.keys.map((key) => (
                  <kbd key={key} className={css.key}>
                    {key}
                  </kbd>
                ))}
              </span>
            )}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={css.empty}>{t('palette.empty')}</p>}
    </Modal>
  )
}
