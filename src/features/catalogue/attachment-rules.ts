/** Pictures and documents meet the model that is asked. */
import { IMAGE_TOKENS_DEFAULT } from '../../core/attached-tokens.ts';
import { type Attachment, type ChatRequest, isAttachment, type Message, type Part, partsOf } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { type Catalogue, listedModels, type Model, modalitiesOf } from '../../core/model.ts';

type Rules = { readonly catalogue: Catalogue; readonly attachmentsMax: number };

/**
 * Nothing of them where the model reads text only: its messages have notes in their place. A user who has sent one is
 * refused; what a tool has given stays in the history of an agent, so there the note is all that happens.
 */
export function attachedFor(
  { messages }: ChatRequest,
  model: Model,
  { catalogue, attachmentsMax }: Rules,
): (Pick<ChatRequest, 'sendsParts'> & Partial<Pick<ChatRequest, 'messages'>>) | undefined {
  let count = 0;
  let leftOut = 0;
  for (const message of messages) {
    const parts = partsOf(message);
    if (!parts) continue;
    for (const part of parts) {
      if (!isAttachment(part)) continue;
      const isRead = isReadBy(model, part);
      if (!isRead && message.role !== 'tool') throw notRead(part, model, catalogue);
      if (isRead) count += 1;
      else leftOut += 1;
      if (count > attachmentsMax) throw tooMany(part, attachmentsMax);
    }
  }
  if (count === 0) return undefined;
  const { imageTokens = IMAGE_TOKENS_DEFAULT, contextTokens = Number.MAX_SAFE_INTEGER } = model;
  const sendsParts = { imageTokens, fileTokens: model.fileTokens ?? contextTokens };
  return { sendsParts, ...(leftOut > 0 && { messages: messages.map((message) => withNotes(message, model)) }) };
}

const isReadBy = (model: Model, { type, source }: Attachment): boolean =>
  modalitiesOf(model).includes(type) && (!('url' in source) || model.takesUrls === true);

function withNotes(message: Message, model: Model): Message {
  const parts = partsOf(message);
  if (!parts) return message;
  const noted = parts.map((part): Part => {
    if (!isAttachment(part) || isReadBy(model, part)) return part;
    return { type: 'text', text: `[${WORDS[part.type].note} omitted: this model does not read it]` };
  });
  return { ...message, parts: noted } as Message;
}

const WORDS = {
  image: { note: 'image', one: 'a picture', many: 'pictures' },
  file: { note: 'document', one: 'a document', many: 'documents' },
} as const;

function notRead({ type, at, source }: Attachment, model: Model, catalogue: Catalogue): ServiceError {
  const { one, many } = WORDS[type];
  if (modalitiesOf(model).includes(type)) {
    const message = `${at} is the address of ${one}, and ${model.id} takes ${many} only in the request itself: send it as base64.`;
    return new ServiceError('invalid_request', message, { param: at });
  }
  const takers = listedModels(catalogue)
    .filter((other) => other.kind === 'chat' && modalitiesOf(other).includes(type))
    .filter((other) => !('url' in source) || other.takesUrls)
    .map(({ id }) => id);
  const hint = takers.length > 0 ? `use ${takers.join(' or ')}` : 'no model of this service does';
  const message = `${at} is ${one}, which ${model.id} does not read; ${hint}. You can also leave it out, or describe it in a text.`;
  return new ServiceError('invalid_request', message, { param: at });
}

const tooMany = ({ at }: Attachment, attachmentsMax: number): ServiceError =>
  new ServiceError(
    'invalid_request',
    `${at} is too much: a request may have at most ${attachmentsMax} pictures and documents.`,
    {
      param: at,
    },
  );
