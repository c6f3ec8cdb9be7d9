import { Form, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import css from '../personal-settings.module.css'

/** Accepted prices. */
export function PriceFields() {
  const { t } = useTranslation('personal-settings')
  return (
    <div className={css.switchRow}>
      <div>
        <label htmlFor="setting_accept_unset_model_ratio_model">{t('notification.acceptUnset')}</label>
        <p className={css.help}>{t('notification.acceptUnsetHint')}</p>
      </div>
      <Form.Item noStyle name="accept_unset_model_ratio_model" valuePropName="checked">
        <Switch />
      </Form.Item>
    </div>
  )
}
