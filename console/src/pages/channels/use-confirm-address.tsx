import { normaliseBaseUrl } from '@sluice/contract/base-url'
import { lacksPath } from '@sluice/contract/channel-types'
import { App, Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-client.ts'
import { type ChannelFormValues, endsWithCall, endsWithV1 } from './channel-form.ts'

type Address = Pick<ChannelFormValues, 'type' | 'base_url'>
type Choice = 'keep' | 'change' | 'remove'

/** A probable mistake in an address that the server accepts. */
function doubtAbout({ type, base_url: url }: Address): 'v1' | 'call' | 'noPath' | null {
  if (lacksPath(type, url)) return 'noPath'
  if (endsWithCall(type, url ?? '')) return 'call'
  return endsWithV1(url ?? '') ? 'v1' : null
}

const withoutV1 = (url: string): string => normaliseBaseUrl(normaliseBaseUrl(url).replace(/\/v1$/, ''))

/**
 * Asks for confirmation before a doubtful base URL is saved, and resolves to the one to save. On refusal the field shows
 * what to change.
 */
export function useConfirmAddress() {
  const { t } = useTranslation(['channel-editor', 'common'])
  const { modal } = App.useApp()

  const ask = (doubt: NonNullable<ReturnType<typeof doubtAbout>>) =>
    new Promise<Choice>((choose) => {
      const dialog = modal.confirm({
        title: t(`address.${doubt}.title`),
        content: t(`address.${doubt}.text`),
        okText: t(`address.${doubt}.keep`),
        cancelText: t(`address.${doubt}.change`),
        onOk: () => choose('keep'),
        onCancel: () => choose('change'),
        focusable: { autoFocusButton: 'cancel' },
        ...(doubt === 'v1' && {
          width: 500,
          okType: 'default',
          footer: (_, { OkBtn, CancelBtn }) => (
            <Space wrap>
              <CancelBtn />
              <OkBtn />
              <Button
                type="primary"
                onClick={() => {
                  choose('remove')
                  dialog.destroy()
                }}
              >
                {t('address.v1.remove')}
              </Button>
            </Space>
          ),
        }),
      })
    })

  return async (values: Address, before: Address): Promise<string> => {
    const { type, base_url: url } = values
    const doubt = doubtAbout(values)
    if (doubt === null || (url === before.base_url && type === before.type)) return url
    const choice = await ask(doubt)
    if (choice === 'change')
      throw new ApiError(t(`address.${doubt}.text`), 0, undefined, undefined, {
        base_url: t(`address.${doubt}.hint`),
      })
    return choice === 'remove' ? withoutV1(url) : url
  }
}
