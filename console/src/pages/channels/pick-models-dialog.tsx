import { Button, Checkbox, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import texts from '../../components/text.module.css'
import css from './channels.module.css'
import { chooseModels } from './model-names.ts'

export interface PickModelsDialogProps {
  /** The models that the upstream lists. */
  names: readonly string[]
  current: readonly string[]
  onApply(models: string[]): void
  onClose(): void
}

/** The maximum number of rows. The search finds the other models. */
const shownMax = 300

/** Selects which models of the upstream the channel serves. */
export function PickModelsDialog({ names, current, onApply, onClose }: PickModelsDialogProps) {
  const { t } = useTranslation(['channel-editor', 'common'])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(names.filter((name) => current.includes(name))),
  )
  const [text, setText] = useState('')
  const found = names.filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const isAllChosen = found.length > 0 && found.every((name) => chosen.has(name))

  const choose = (some: readonly string[], isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, ...some] : [...chosen].filter((name) => !some.includes(name))))

  return (
    <Modal
      open
      title={t('models.pickTitle', { count: names.length })}
      okText={t('models.pickApply', { count: chosen.size })}
      cancelText={t('common:actions.cancel')}
      okButtonProps={{ disabled: chosen.size === 0 }}
      onCancel={onClose}
      onOk={() => {
        onApply(chooseModels(current, names, chosen))
        onClose()
      }}
    >
      <div className={css.pickTools}>
        <Input
          allowClear
          aria-label={t('models.search')}
          placeholder={t('models.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="text" disabled={found.length === 0} onClick={() => choose(found, !isAllChosen)}>
          {isAllChosen ? t('models.chooseNone') : t('models.chooseAll')}
        </Button>
      </div>
      <fieldset className={css.pickList} aria-label={t('models.label')}>
        {found.slice(0, shownMax).map((name) => (
          <Checkbox key={name} checked={chosen.has(name)} onChange={(event) => choose([name], event.target.checked)}>
            <code>{name}</code>
          </Checkbox>
        ))}
        {found.length === 0 && <p className={texts.faint}>{t('models.noneFound')}</p>}
        {found.length > shownMax && (
          <p className={texts.faint}>{t('models.searchForMore', { count: found.length - shownMax })}</p>
        )}
      </fieldset>
    </Modal>
  )
}
