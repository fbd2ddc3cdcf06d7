/** Hertz of the two notes, and seconds from one to the next and for one to fade. */
const NOTES = [660, 880];
const APART = 0.12;
const FADES = 0.3;
/** Quieter than speech. */
const LOUD = 0.08;
/** Milliseconds in which other tabs hear of the same answer. */
const SAME_ANSWER = 1000;

/**
 * Two soft notes, in one tab of all that hear of an answer, and never before the visitor has pressed anything on the
 * page: browsers would keep it silent, and so the other tabs.
 */
export async function chime(agentId: string): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return;
  const locks = navigator.locks as LockManager | undefined;
  // Over plain http tabs know nothing of each other's answers.
  if (!locks) return play();
  const oneOfAll = async (lock: Lock | null): Promise<void> => {
    if (!lock) return;
    play();
    await new Promise(resolve => setTimeout(resolve, SAME_ANSWER));
  };
  await locks
    .request(`agent-chat-sound:${agentId}`, { ifAvailable: true }, oneOfAll)
    // A sandboxed page has locks that it may not use.
    .catch(error => {
      if (error.name !== 'SecurityError') throw error;
      play();
    });
}

function play(): void {
  const context = new AudioContext();
  const { currentTime, destination } = context;
  const last = NOTES.map((pitch, i) => {
    const start = currentTime + i * APART;
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(LOUD, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + FADES);
    const note = new OscillatorNode(context, { frequency: pitch });
    note.connect(volume).connect(destination);
    note.start(start);
    note.stop(start + FADES);
    return note;
  }).at(-1)!;
  last.onended = () => void context.close();
}
