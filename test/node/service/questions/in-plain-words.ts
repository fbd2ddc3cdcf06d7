import type { VisitorQuestion } from './visitor-question.ts';

/** What owners and visitors ask about this project, in words that were written down before its answers were looked at. */
export const QUESTIONS: readonly VisitorQuestion[] = [
  [
    'How do I keep the API key away from visitors?',
    /security\.md#the-api-key-stays-on-the-server$|hosted-service\.md#where-the-api-key-lives$/,
  ],
  ['Can I open the chat from a button of mine?', /embedding\.md#(a-launcher-of-your-own|methods)$/],
  ['Can two owners edit settings at once?', /admin\.md#settings$|proxy\.md#routes-of-the-proxy$/],
  ['The chat does not show up on my page', /troubleshooting\.md#the-chat-does-not-show-up-on-the-page$/],
  [
    'How do I write a tool of my own that the agent can call in the page?',
    /client\.md#tools-of-the-page$|embedding\.md#(methods|tools-functions-of-your-page)$/,
  ],
  [
    'How can I change the colour of the chat?',
    /styling\.md#(custom-properties|make-it-look-like-you)$|settings\.md#looks-and-colours$/,
  ],
  [
    'Does the chat set cookies?',
    /privacy\.md#what-is-stored-in-the-browser-and-when$|security\.md#visitors-and-their-conversations$/,
  ],
  ['Which languages does the widget speak?', /languages\.md#which-languages-are-supported$/],
  [
    "What happens if the visitor's internet drops in the middle of an answer?",
    /client\.md#what-happens-when-the-connection-drops-and-what-is-tried-again$|proxy\.md#how-a-message-is-sent-exactly-once$|architecture\.md#exactly-once$/,
  ],
  [
    'How many messages can a visitor send per minute?',
    /settings\.md#who-may-use-it$|limits-and-credits\.md#how-many-messages-a-visitor-may-send$|security\.md#limits-against-abuse$/,
  ],
  ['I lost the admin token, what now?', /troubleshooting\.md#on-the-server$|security\.md#the-admin-token$/],
  ['Can I use Ollama?', /models\.md#use-a-model$/],
  [
    'How do I make the chat answer from my own PDF files?',
    /getting-started\.md#feed-it-your-own-documents$|knowledge\.md#(read-documents-once-with-ingest|a-folder-that-is-followed|formats)$/,
  ],
  ['What do I have to back up?', /operations\.md#back-up$/],
  ['How do I run it in Docker?', /operations\.md#run-it-with-docker$/],
  ['Does it work with Next.js?', /runtimes\.md#nextjs$|frameworks\.md#(routers|react)$/],
  ['Is there a dark mode?', /styling\.md#light-and-dark$|settings\.md#looks-and-colours$/],
  ['How do I tell the chat which of my customers is logged in?', /security\.md#signed-in-users$/],
  [
    'Can I restrict the chat to my own domain?',
    /security\.md#which-sites-may-use-an-agent$|settings\.md#who-may-use-it$|questions\.md#how-do-i-restrict-it-to-my-domain$/,
  ],
  ['What does one answer cost me?', /limits-and-credits\.md#what-does-a-reply-cost$/],
  [
    'How do I export the email addresses people left?',
    /admin\.md#contacts$|service\.md#import-and-export-contacts$/,
  ],
  [
    'Where are conversations saved?',
    /client\.md#where-it-is-kept$|privacy\.md#what-is-stored-(in-the-browser|on-the-server)[\w-]*$|architecture\.md#where-state-lives$|operations\.md#back-up$|service\.md#where-the-data-is-stored$|embedding\.md#attributes-and-properties$/,
  ],
  [
    'How can I have the chat pop up after ten seconds?',
    /settings\.md#opening-automatically$|embedding\.md#opening-automatically$/,
  ],
  ['Will it slow down my website?', /performance\.md#(the-host-page|bytes|performance)$/],
  [
    'Does it work for blind people?',
    /accessibility\.md#(accessibility|what-a-screen-reader-announces|what-is-tested)$/,
  ],
  ['Can I use the keyboard only?', /accessibility\.md#keyboard$/],
  ['How do I put a captcha in front of it?', /security\.md#bot-check$/],
  ['Can I run this on Cloudflare?', /runtimes\.md#cloudflare-workers$/],
  [
    'How do I use more than one server?',
    /operations\.md#several-instances$|service\.md#run-several-processes$/,
  ],
  ['What nginx settings do I need?', /operations\.md#behind-nginx-or-a-load-balancer$/],
  [
    'The answer appears all at once instead of word by word',
    /troubleshooting\.md#the-answer-is-not-what-you-expect$|operations\.md#behind-nginx-or-a-load-balancer$/,
  ],
  ['How can I change the welcome message?', /settings\.md#the-conversation$/],
  [
    'How do I ask visitors for their phone number?',
    /admin\.md#collect-names-and-email-addresses$|settings\.md#lead-form$/,
  ],
  ['Can I get my old settings back after a mistake?', /admin\.md#settings$/],
  ['Can it read my whole website?', /knowledge\.md#(websites|read-documents-once-with-ingest)$/],
  [
    'Why was one of my files skipped?',
    /knowledge\.md#(what-could-not-be-read|formats|large-and-hostile-documents)$/,
  ],
  [
    'Do I need consent before the chat stores anything?',
    /privacy\.md#(consent-first|what-is-stored-in-the-browser-and-when)$/,
  ],
  [
    'How do I show the chat inside the page instead of a bubble?',
    /embedding\.md#(attributes-and-properties|one-line|put-it-on-a-page|inside-the-page-not-as-a-bubble)$/,
  ],
  [
    'How do I move the chat to the left side?',
    /styling\.md#size-and-place$|settings\.md#looks-and-colours$|questions\.md#how-do-i-change-the-position$/,
  ],
  [
    'Can I translate the texts of the buttons myself?',
    /languages\.md#(texts-of-your-own-and-translations|a-new-language)$/,
  ],
  [
    'Which Node version do I need?',
    /getting-started\.md#which-version-of-nodejs-you-need-to-run-it$|troubleshooting\.md#on-the-server$/,
  ],
  ['How do I try it out on my laptop?', /getting-started\.md#(install-and-run-it|getting-started)$/],
  [
    'Can I use the chat without your widget, from the terminal?',
    /client\.md#the-client-a-conversation-without-the-widget$|getting-started\.md#ask-from-the-command-line$/,
  ],
  ['What happens when my credits run out?', /limits-and-credits\.md#when-the-credits-run-out$/],
  ['How do I see which questions had no answer?', /admin\.md#usage-statistics-and-feedback$/],
  ['How do I update to a new version without downtime?', /operations\.md#stop-and-update$/],
  [
    'Is it possible to hide the chat on some pages?',
    /settings\.md#opening-automatically$|embedding\.md#(attributes-and-properties|methods|opening-automatically|pages-without-the-chat)$/,
  ],
  ['Can I link to the chat from a newsletter?', /embedding\.md#a-link-to-the-chat$/],
  ['How do I revoke a key that leaked?', /service\.md#create-another-api-key$|security\.md#change-a-secret$/],
  [
    'Which open source libraries do you use?',
    /dependencies\.md#(in-the-browser|on-the-server|dependencies|for-development)$/,
  ],
  [
    'Our security team forbids inline scripts, does the chat still run?',
    /embedding\.md#a-strict-content-security-policy$|admin\.md#under-a-strict-policy$/,
  ],
  [
    'What does the AI see of the page I am on?',
    /privacy\.md#the-page-the-visitor-is-on$|embedding\.md#attributes-and-properties$/,
  ],
  ['How do I monitor it with Prometheus?', /operations\.md#metrics$/],
  ['Can the answers be made up?', /models\.md#(answers-without-a-model|what-the-model-is-sent)$/],
  ["Which model is used if I don't choose one?", /models\.md#which-model-is-used-when-none-is-named$/],
  ['How do I add it to a Vue app?', /frameworks\.md#vue$/],
  ['How big can a document be?', /knowledge\.md#large-and-hostile-documents$/],
  ['How do I find out that a message was sent, for my analytics?', /embedding\.md#events$/],
  ['Can I make the window bigger?', /styling\.md#(size-and-place|custom-properties)$/],
  [
    'Does the chat remember what I asked before?',
    /models\.md#(follow-up-questions|how-much-of-a-conversation-the-model-remembers)$|client\.md#where-it-is-kept$|privacy\.md#what-is-stored-in-the-browser-and-when$/,
  ],
  ['How do I show timestamps on messages?', /visitors\.md#with-a-message$/],
  ['Can a visitor download the conversation?', /visitors\.md#with-the-conversation$/],
  ['Can visitors see their past conversations?', /visitors\.md#with-the-conversation$/],
  ['Can visitors send files or images?', /visitors\.md#what-the-chat-does-not-do$/],
  ['How do I hand over to a human?', /visitors\.md#what-the-chat-does-not-do$/],
  ['Can I make the chat a full page?', /embedding\.md#inside-the-page-not-as-a-bubble$/],
  ['How do I hide the new conversation button?', /styling\.md#parts$/],
  ['Can I host the script myself?', /embedding\.md#host-the-scripts-yourself$/],
  ['How do I feed the history from my own database?', /embedding\.md#bring-an-earlier-conversation-back$/],
  [
    "How do I delete a visitor's data?",
    /privacy\.md#(what-is-stored-on-the-server-and-how-to-delete-it|one-persons-data)$/,
  ],
  [
    'Can I read what visitors have asked?',
    /privacy\.md#what-is-stored-on-the-server-and-how-to-delete-it$|service\.md#read-what-visitors-asked$/,
  ],
  [
    'How do I stop the conversation being seen by the next user of a shared computer?',
    /embedding\.md#methods$/,
  ],
];
