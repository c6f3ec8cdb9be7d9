import { drawingModes, drawingSettings, mirrorMax, pictureAddresses } from '@sluice/contract/drawing-settings'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { SwitchField } from './switch-field.tsx'
import type { TokenValues } from './token-values.ts'

const isMirror = (mirror: string) => drawingSettings.safeParse({ pictures: 'mirror', mirror }).success

/** The drawing settings of the token. */
export function DrawingFields() {
  const { t } = useTranslation('tokens')
  const form = Form.useFormInstance<TokenValues>()
  const pictures = Form.useWatch<string | undefined>(['drawing', 'pictures'], form)
  return (
    <>
      <Form.Item<TokenValues>
        name={['drawing', 'mode']}
        label={t('form.drawingMode')}
        extra={t('form.drawingModeHint')}
      >
        <Select
          allowClear
          placeholder={t('form.drawingModeFree')}
          options={drawingModes.map((value) => ({ value, label: t(`form.drawingModes.${value}`) }))}
        />
      </Form.Item>
      <Form.Item<TokenValues> name={['drawing', 'pictures']} label={t('form.pictures')} extra={t('form.picturesHint')}>
        <Select
          allowClear
          placeholder={t('form.picturesFree')}
          options={pictureAddresses.map((value) => ({ value, label: t(`form.pictureAddresses.${value}`) }))}
        />
      </Form.Item>
      {pictures === 'mirror' && (
        <Form.Item<TokenValues>
          name={['drawing', 'mirror']}
          label={t('form.mirror')}
          extra={t('form.mirrorHint')}
          required
          rules={[
            {
              validator: async (_, mirror: string | undefined) => {
                if (!isMirror(mirror ?? '')) throw new Error(t('form.mirrorInvalid'))
              },
            },
          ]}
        >
          <Input maxLength={mirrorMax} placeholder={t('form.mirrorPlaceholder')} inputMode="url" spellCheck={false} />
        </Form.Item>
      )}
      <SwitchField name={['drawing', 'fallback']} label={t('form.fallback')} hint={t('form.fallbackHint')} />
    </>
  )
}
