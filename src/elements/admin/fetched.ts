import { ClientError } from '../../client/transport/client-error.ts';

/** Code of the panel that comes when it is needed. @throws ClientError `offline` where it can't be had */
export async function fetched<M>(chunk: Promise<M>): Promise<M> {
  try {
    return await chunk;
  } catch (cause) {
    throw new ClientError('offline', 'code of the panel could not be fetched', { cause });
  }
}
