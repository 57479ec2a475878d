// SPDX-License-Identifier: MIT
#include "app/measure/training_snippet.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sublinear {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("TrainingSnippet", text);
}

} // namespace

QString trainingSnippet()
{
    QFile file(QStringLiteral(":/snippets/log_training_run.py"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void showTrainingSnippet(QWidget& parent)
{
    constexpr QSize kSize(760, 560);
    auto* dialog = new QDialog(parent.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("snippet"));
    dialog->setWindowTitle(tr("Log your own training runs"));
    auto* words = new QLabel(
        tr("Paste this into your training script and call it once per policy: it appends a row to "
           "runs.csv. Open that file here, or drop it on the window. Policies are named as on the "
           "command line (store_all, segments with K=1 for checkpointing every layer, every_nth, "
           "...); a column that is a field of the scenario (layers, d_model, batch, dtype, ...) is "
           "part of the shape, the same in every row. Without layers, d_model, heads, batch, sequence and dtype "
           "the points have no place on the charts; d_ffn is 4 d_model where it is not given. What else "
           "you do not know you leave empty."),
        dialog);
    words->setWordWrap(true);
    auto* text = new QPlainTextEdit(trainingSnippet(), dialog);
    text->setObjectName(QStringLiteral("snippet.text"));
    text->setAccessibleName(tr("Python code"));
    text->setReadOnly(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setTabChangesFocus(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QPushButton* copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copy->setObjectName(QStringLiteral("snippet.copy"));
    QObject::connect(
        copy, &QPushButton::clicked, dialog, [] { QApplication::clipboard()->setText(trainingSnippet()); });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(words);
    column->addWidget(text, 1);
    column->addWidget(buttons);
    dialog->resize(kSize);
    dialog->open();
}

} // namespace sublinear
