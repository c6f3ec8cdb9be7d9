import { type DefaultPriceKey, defaultPriceKeys } from '@sluice/contract/option'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastFailure, toastSuccess } from '../../../lib/toasts.ts'
import { useCard, useSettings } from '../settings-context.ts'
import { useSavedOptions } from '../use-saved-options.ts'
import { useCardTexts } from '../use-texts.ts'
import css from './operation.module.css'
import { resetPriceTables } from './queries.ts'

/** Restores default price tables, by default the ratios. */
export function ResetDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['settings-prices', 'common'])
  const card = useCard()
  const { labelOf } = useCardTexts(card)
  const { store } = useSettings()
  const { reload } = useSavedOptions(card)
  const [keys, setKeys] = useState<DefaultPriceKey[]>(['ModelRatio'])
  const [isBusy, setIsBusy] = useState(false)

  const reset = async () => {
    setIsBusy(true)
    try {
      await resetPriceTables(keys)
      store.drop(keys)
      toastSuccess(t('reset.done'))
      await reload()
      onClose()
    } catch (error) {
      toastFailure(error)
      setIsBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t('reset.title')}
      okText={t('reset.confirm')}
      okButtonProps={{ danger: true, disabled: keys.length === 0 }}
      confirmLoading={isBusy}
      cancelText={t('common:actions.cancel')}
      onCancel={onClose}
      onOk={reset}
    >
      <p className={css.hint}>{t('reset.text')}</p>
      <Checkbox.Group<DefaultPriceKey>
        className={css.tables}
        aria-label={t('reset.tables')}
        value={keys}
        onChange={setKeys}
        options={defaultPriceKeys.map((value) => ({ value, label: labelOf(value) }))}
      />
    </Modal>
  )
}
