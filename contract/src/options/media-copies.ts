import { card, option } from './option.ts'
import { address, choice, secret, text, whole } from './option-type.ts'

// Copies of finished videos.

export const mediaCopiesCard = card({
  id: 'mediaCopies',
  area: 'system',
  writer: 'root',
  options: {
    MediaCopies: option(choice(['off', 'folder', 'bucket']), {
      default: 'off',
      effect:
        'Files of finished [videos](videos.md#files-that-stay) are copied: `folder` = to `MEDIA_DIR`, `bucket` = to a bucket of the S3 API. Copies that exist stay until their time.',
    }),
    MediaCopyDays: option(whole(1, 3_650), {
      default: 30,
      effect: 'Days that a copy is kept.',
      unit: 'days',
    }),
    MediaCopyFileMb: option(whole(1, 5_000), {
      default: 500,
      effect: 'The largest file that is copied, MB.',
      unit: 'megabytes',
    }),
    MediaCopyAccountMb: option(whole(0, 100_000_000), {
      default: 10_000,
      effect: 'Copies of an account together, MB; beyond them no file of it is copied. 0 = no limit.',
      unit: 'megabytes',
    }),
    MediaBucketEndpoint: option(address, {
      default: '',
      effect: 'Address of the S3 API, without the bucket. Internal addresses need `OUTBOUND_ALLOW`.',
      example: 'https://s3.eu-central-1.amazonaws.com',
    }),
    MediaBucketName: option(text(63), { default: '', effect: 'Name of the bucket.' }),
    MediaBucketRegion: option(text(64), {
      default: 'us-east-1',
      effect: 'Its region; `auto` at some providers.',
      example: 'us-east-1',
    }),
    MediaBucketKeyId: option(text(256), { default: '', effect: 'Access key id, which may read, write and delete.' }),
    MediaBucketSecret: option(secret, { default: '', effect: 'Its secret access key.' }),
  },
})
