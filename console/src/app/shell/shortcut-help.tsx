import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavSections } from '../navigation.ts'
import css from './palette/palette.module.css'

export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const entries = useNavSections().flatMap((section) => section.entries)
  const rows: [keys: string[], label: string][] = [
    [['Ctrl/⌘', 'K'], t('shortcuts.palette')],
    [['/'], t('shortcuts.search')],
    ...entries.map((entry): [string[], string] => [
      ['g', entry.letter],
      t('shortcuts.goTo', { page: t(`nav.${entry.label}`) }),
    ]),
    [['j'], t('shortcuts.nextRow')],
    [['k'], t('shortcuts.previousRow')],
    [['Enter'], t('shortcuts.openRow')],
    [['x'], t('shortcuts.tickRow')],
    [['?'], t('shortcuts.help')],
  ]
  return (
    <Modal open title={t('shortcuts.title')} footer={null} width={420} onCancel={onClose}>
      <dl className={css.shortcuts}>
        {rows.map(([keys, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={css.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
