import { Form, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import css from '../personal-settings.module.css'

/** Accepted prices. */
export function PriceFields() {
  const { t } = useTranslation('personal-settings')
  return (
    <Row gap={16} align="start" justify="between" className={css.switchRow}>
      <div>
        <label htmlFor="setting_accept_unset_model_ratio_model">{t('notification.acceptUnset')}</label>
        <p className={texts.below}>{t('notification.acceptUnsetHint')}</p>
      </div>
      <Form.Item noStyle name="accept_unset_model_ratio_model" valuePropName="checked">
        <Switch />
      </Form.Item>
    </Row>
  )
}
