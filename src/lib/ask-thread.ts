/** Every worker thread is one. */
type Thread = {
  postMessage(question: unknown): void;
  once(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
};

/** The one answer of a thread to a question. Rejects when the thread fails or ends; it must have no other meanwhile. */
export async function askThread<Answer>(thread: Thread, question: unknown): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const onAnswer = (answer: unknown) => resolve(answer as Answer);
  const onExit = () => reject(new Error('The thread has ended without an answer.'));
  thread.once('message', onAnswer);
  thread.once('error', reject);
  thread.once('exit', onExit);
  thread.postMessage(question);
  try {
    return await promise;
  } finally {
    thread.off('message', onAnswer);
    thread.off('error', reject);
    thread.off('exit', onExit);
  }
}
