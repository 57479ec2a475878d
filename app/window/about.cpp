// SPDX-License-Identifier: MIT
#include "app/window/about.h"

#include "app/model/text.h"
#include "core/base/version.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QSysInfo>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace sublinear {

QString aboutText()
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("About", text); };
    const QString paper = QStringLiteral("<i>Training Deep Nets with Sublinear Memory Cost</i>");
    return QStringLiteral("<h2>Sublinear %1</h2>\n<p>%2</p>\n<p>%3</p>\n<p>%4</p>\n<p>%5</p>\n")
               .arg(toQString(kVersion),
                   tr("What to keep, what to recompute, does it fit, and what does it cost: activation checkpointing "
                      "for people who train transformers. Named after Chen et al. 2016, %1.")
                       .arg(paper),
                   tr("<b>Licence.</b> Sublinear's own sources are under the MIT licence. This program links Qt "
                      "Charts, which is GPL-3.0, so the program as built is distributed under GPL-3.0-or-later."),
                   tr("Figures are set in DejaVu Sans, which is under the Bitstream Vera licence."),
                   tr("<b>Versions.</b> Sublinear %1, Qt %2, %3")
                       .arg(toQString(kVersion), QString::fromLatin1(qVersion()), QSysInfo::prettyProductName()))
        + QStringLiteral(R"(<ul>
<li><a href="https://arxiv.org/abs/1604.06174">Training Deep Nets with Sublinear Memory Cost</a></li>
<li><a href="https://arxiv.org/abs/2205.05198">Reducing Activation Recomputation in Large Transformer Models</a></li>
<li><a href="https://arxiv.org/abs/1911.13214">Optimal checkpointing for heterogeneous chains</a></li>
<li><a href="https://www.qt.io/licensing/open-source-lgpl-obligations">%1</a></li>
<li><a href="https://www.gnu.org/licenses/gpl-3.0.html">GNU General Public License 3.0</a></li>
<li><a href="https://opensource.org/license/mit">%2</a></li>
</ul>)")
              .arg(tr("Qt and its licences"), tr("MIT licence"));
}

void showAbout(QWidget& parent)
{
    constexpr QSize kSize(520, 420);
    auto* dialog = new QDialog(&parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("about"));
    dialog->setWindowTitle(QCoreApplication::translate("About", "About Sublinear"));
    auto* text = new QTextBrowser(dialog);
    text->setOpenExternalLinks(true);
    text->setHtml(aboutText());
    text->setAccessibleName(dialog->windowTitle());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(text);
    column->addWidget(buttons);
    dialog->resize(kSize);
    dialog->show();
}

} // namespace sublinear
