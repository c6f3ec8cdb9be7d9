import { isPictureAddress } from '@sluice/contract/address-forms'
import { catalogueNameMax, descriptionMax, iconMax } from '@sluice/contract/catalogue'
import { Form, Input, Switch } from 'antd'
import { useTranslation } from 'react-i18next'

/** The rule of each name. */
export function useNameRule() {
  const { t } = useTranslation('catalogue')
  return {
    validator: async (_: unknown, text: string | undefined) => {
      const name = (text ?? '').trim()
      if (name === '') throw new Error(t('problem.required'))
      if (name.length > catalogueNameMax) throw new Error(t('problem.long', { max: catalogueNameMax }))
    },
  }
}

const pictureScheme = 'https://'

/** `former` is accepted unchanged, because icon names of other consoles stay valid. */
export function IconField({ former }: { former: string }) {
  const { t } = useTranslation('catalogue')
  return (
    <Form.Item
      name="icon"
      label={t('form.icon')}
      extra={t('form.iconHint')}
      rules={[
        {
          validator: async (_, text: string | undefined) => {
            const icon = (text ?? '').trim()
            if (icon !== '' && icon !== former && !isPictureAddress(icon)) throw new Error(t('problem.icon'))
          },
        },
      ]}
    >
      <Input inputMode="url" maxLength={iconMax} autoComplete="off" placeholder={pictureScheme} />
    </Form.Item>
  )
}

export function DescriptionField({ hint }: { hint?: string }) {
  const { t } = useTranslation('catalogue')
  return (
    <Form.Item name="description" label={t('form.description')} extra={hint}>
      <Input.TextArea autoSize={{ minRows: 2, maxRows: 10 }} maxLength={descriptionMax} />
    </Form.Item>
  )
}

export function StatusField() {
  const { t } = useTranslation('catalogue')
  return (
    <Form.Item name="isOn" label={t('form.isOn')} required extra={t('form.isOnHint')} valuePropName="checked">
      <Switch />
    </Form.Item>
  )
}
